import { lstatSync, type Stats } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KnownUnits, ListedSession, Reading, ScanShare, ScanStep, SourceLocation } from '../../adapter'
import { fallsTo } from '../../scan-share'
import { fieldsOf, listOf, textOf } from '../fields'
import { stateOf } from '../health'
import { readWorkflowFile } from '../reading/checkpoint-files'
import { fileStamp, stampOf } from '../reading/fingerprint'
import { forkSource } from '../reading/fork-source'
import { type ListedCheckpoints, listLoopFile, listWorkflowFile } from '../reading/listed-checkpoint'
import { type ReadSession, readSession } from '../reading/read-session'
import { noSidecar, readSidecar } from '../reading/sidecar'
import { summarise } from '../reading/summarise'
import { mayOwnAnyWorkflow, mayOwnWorkflow } from '../reading/workflow-owner'
import type { WorkflowCheckpoint } from '../store/checkpoints'
import { sessionFile, sessionsFolder } from '../store/layout'
import { isThere, linkOutside, statOf } from '../store/read-bytes'
import { goneSession } from './gone-session'
import { type LeftParts, listStore, type SessionUnit, type StoreListing } from './store-listing'
import { formatStamp, parseStamp } from './unit-stamp'

type UnitStep = Extract<ScanStep, { type: 'unit' }>

/** Time that a scan works on end before others get their turn. */
const sliceMs = 8

/** Goes through all files of a store. What has its known fingerprint is not opened. */
export async function* scanStore(
  source: SourceLocation,
  known: KnownUnits,
  reading: Reading,
  share?: ScanShare
): AsyncIterable<ScanStep> {
  const scan = new StoreScan(source.root, known, reading, share)
  yield { type: 'total', units: scan.total }
  let since = performance.now()
  for (const step of scan.steps()) {
    if (step !== null) yield step
    if (performance.now() - since < sliceMs) continue
    await nextTurn()
    reading.signal.throwIfAborted()
    since = performance.now()
  }
}

class StoreScan {
  private readonly root: string
  private readonly known: KnownUnits
  private readonly reading: Reading
  private readonly listing: StoreListing
  private readonly share: ScanShare | undefined
  private readonly storeOpens: boolean
  /** The links of the session folder are looked at once for the whole scan. */
  private readonly folderInside: boolean
  /** Parents by the child sessions that their subagent tasks name, as far as they were read in this scan. */
  private readonly parents = new Map<string, string>()
  /** Parents that the list has by now, by the paths of the children, as far as this scan met them. */
  private readonly listedParents = new Map<string, string | null>()
  private workflowFiles: readonly WorkflowCheckpoint[] | null = null

  constructor(root: string, known: KnownUnits, reading: Reading, share: ScanShare | undefined) {
    this.root = root
    this.known = known
    this.reading = reading
    this.share = share
    this.listing = listStore(root)
    this.folderInside = linkOutside(root, sessionsFolder(root)) === null
    this.storeOpens = stateOf(root, reading.key).opening.ok
  }

  /** Units that are counted as this share's own. */
  get total(): number {
    if (this.share !== undefined && 'later' in this.share) return 0
    const { sessions, legacy, fragmentsOnly, loops, workflows } = this.listing
    const parts = [...sessions, ...fragmentsOnly].map(({ path }) => path)
    return [...parts, ...legacy, ...loops, ...workflows].filter((path) => fallsTo(this.share, path)).length
  }

  *steps(): Iterable<ScanStep | null> {
    const { share } = this
    if (share !== undefined && 'later' in share) {
      yield* this.children(share.later)
      return
    }
    const { sessions, legacy, fragmentsOnly, loops, workflows } = this.listing
    for (const unit of sessions) if (fallsTo(share, unit.path)) yield this.session(unit, null)
    for (const path of legacy) if (fallsTo(share, path)) yield this.legacy(path)
    for (const unit of fragmentsOnly) if (fallsTo(share, unit.path)) yield this.fragments(unit)
    for (const path of loops) if (fallsTo(share, path)) yield this.checkpoint(path, listLoopFile)
    for (const path of workflows) if (fallsTo(share, path)) yield this.checkpoint(path, listWorkflowFile)
    yield* this.lateChildren()
  }

  /** Children that were listed before the session that started them was read. */
  private *lateChildren(): Iterable<ScanStep | null> {
    const missing = new Map<string, string>()
    for (const [child, parent] of this.parents) {
      const path = sessionFile(this.root, child)
      if (!fallsTo(this.share, path)) yield { type: 'later', unit: path, hint: parent }
      else if (this.listedParents.get(path) === null) missing.set(path, parent)
    }
    yield* this.children(missing)
  }

  /** Sessions that turned out to be started by another one; by their paths. */
  private *children(parents: ReadonlyMap<string, string>): Iterable<ScanStep | null> {
    if (parents.size === 0) return
    for (const unit of this.listing.sessions) {
      const parent = parents.get(unit.path)
      if (parent !== undefined) yield this.session(unit, parent)
    }
  }

  private session(unit: SessionUnit, newParent: string | null): ScanStep | null {
    const stat = this.statOfFile(unit.path)
    const files = this.filesOf(unit, stat)
    const fingerprint = this.known.fingerprint(unit.path)
    // Most units carry nothing but their files.
    if (fingerprint === files && newParent === null && this.newParentOf(unit) === null) {
      this.listedParents.set(unit.path, null)
      return { type: 'unchanged', unit: unit.path }
    }
    const before = fingerprint === undefined ? null : parseStamp(fingerprint)
    const parent = before?.parent ?? newParent ?? this.newParentOf(unit)
    const workflowsSame = before?.workflows === null || before?.workflows === this.listing.workflowStamp
    if (before?.files === files && workflowsSame && before.parent === parent) {
      this.listedParents.set(unit.path, parent)
      return { type: 'unchanged', unit: unit.path }
    }
    if (unit.id === null) return null
    const place = { root: this.root, path: unit.path, id: unit.id, ...(stat && { stat }) }
    const read = readSession(place, this.reading.key, 'quick')
    return read === null ? null : this.sessionStep(read, files, parent)
  }

  private filesOf(unit: SessionUnit, stat: Stats | null): string {
    const { places } = this.listing
    const own = stat ?? statOf(unit.path)
    const parts = places.any ? places.stampOf(unit.path, unit.id ?? '', own) : own === null ? '' : stampOf(own)
    return this.storeOpens ? parts : `${parts}+log`
  }

  private newParentOf(unit: SessionUnit): string | null {
    return this.parents.size === 0 ? null : (this.parents.get(unit.id ?? '') ?? null)
  }

  /** Facts about a file that is no link, in a folder inside the store; null where its path has to be looked at closely. */
  private statOfFile(path: string): Stats | null {
    const stat = this.folderInside ? (lstatSync(path, { throwIfNoEntry: false }) ?? null) : null
    return stat === null || stat.isSymbolicLink() ? null : stat
  }

  private sessionStep(read: ReadSession, files: string, parent: string | null): UnitStep {
    this.rememberChildren(read)
    const session = this.summary(read, parent)
    const listedParent = session.parent ?? null
    this.listedParents.set(read.path, listedParent)
    const owns = read.snapshot !== null && mayOwnAnyWorkflow(read.snapshot)
    const workflows = owns && this.listing.workflowStamp !== '' ? this.listing.workflowStamp : null
    return {
      type: 'unit',
      unit: read.path,
      fingerprint: formatStamp({ files, parent: listedParent, workflows }),
      sessions: [session],
      checkpoints: [],
      findings: read.findings
    }
  }

  private summary(read: ReadSession, parent: string | null): ListedSession {
    const { snapshot } = read
    const owned = snapshot === null ? [] : this.workflows().filter((checkpoint) => mayOwnWorkflow(snapshot, checkpoint))
    return summarise(read, {
      sidecar: this.listing.places.hasSidecars ? readSidecar(this.root, read.id) : noSidecar,
      storeOpens: this.storeOpens,
      parent,
      workflowCheckpoints: owned.length
    })
  }

  private rememberChildren({ id, snapshot, sealed }: ReadSession): void {
    const tasks = sealed ? [] : listOf(snapshot?.subagent_tasks)
    // A fork names the children of its source as well.
    if (snapshot === null || tasks.length === 0 || forkSource(snapshot) !== null) return
    for (const task of tasks) {
      const child = textOf(fieldsOf(task).child_session_id)
      if (child !== '' && child !== id && !this.parents.has(child)) this.parents.set(child, id)
    }
  }

  private workflows(): readonly WorkflowCheckpoint[] {
    this.workflowFiles ??= this.listing.workflows.flatMap(
      (path) => readWorkflowFile(this.root, path, this.reading.key)?.content ?? []
    )
    return this.workflowFiles
  }

  /** A legacy session whose id has a current file is hidden by it; files of the root that hold no session are none of ours. */
  private legacy(path: string): ScanStep | null {
    const before = parseStamp(this.known.fingerprint(path) ?? '')
    if (before.files !== '' && before.files === this.legacyFiles(path, before.id)) {
      const hidden = before.id !== null && isThere(sessionFile(this.root, before.id))
      if (hidden === before.hidden) return { type: 'unchanged', unit: path }
    }
    const read = readSession({ root: this.root, path, id: null }, this.reading.key, 'quick')
    const id = read?.id ?? null
    const hidden = id !== null && isThere(sessionFile(this.root, id))
    const fingerprint = formatStamp({ files: this.legacyFiles(path, id), id, hidden })
    const step: UnitStep = { type: 'unit', unit: path, fingerprint, sessions: [], checkpoints: [], findings: [] }
    return read === null || hidden ? step : { ...this.sessionStep(read, '', null), fingerprint }
  }

  private legacyFiles(path: string, id: string | null): string {
    return id === null ? fileStamp(path) : this.listing.places.stampOf(path, id)
  }

  private fragments(unit: LeftParts): ScanStep {
    const fingerprint = fileStamp(unit.path)
    if (this.known.fingerprint(unit.path) === fingerprint) return { type: 'unchanged', unit: unit.path }
    const { session, findings } = goneSession(unit)
    return { type: 'unit', unit: unit.path, fingerprint, sessions: [session], checkpoints: [], findings }
  }

  private checkpoint(
    path: string,
    read: (root: string, path: string, key: Reading['key']) => ListedCheckpoints | null
  ): ScanStep | null {
    const fingerprint = fileStamp(path)
    if (this.known.fingerprint(path) === fingerprint) return { type: 'unchanged', unit: path }
    const listed = read(this.root, path, this.reading.key)
    return listed === null ? null : { type: 'unit', unit: path, fingerprint, sessions: [], ...listed }
  }
}
