import { relative } from 'node:path'
import type { ServiceParts } from '../handlers/parts'
import { sha256Of } from '../restore/file-facts'
import type { PlanDraft } from '../restore/plan-draft'
import type { Outcome } from './config-sides'
import { type ComparedFile, pairFiles } from './records/file-records'
import type { Side } from './side'

/** What a side says of files: those that it holds by their path, null for one that it knows not to be there. */
type Held = ReadonlyMap<string, ComparedFile | null>

/**
 * Compares the files of two sides: those that a checkpoint of the agent would put back, or those that a kept copy holds beside the session. What a side
 * says nothing of was not captured, which is not the same as absent: it is taken as it is on the disk now, and said so.
 */
export async function compareFiles(parts: ServiceParts, a: Side, b: Side, signal: AbortSignal): Promise<Outcome> {
  const kinds = new Set([a.kind, b.kind])
  if (kinds.has('agent') && kinds.has('kept'))
    return { because: 'a kept copy holds the files of the session, a checkpoint those of its folder' }
  const [one, two] = await Promise.all([heldBy(parts, a, signal), heldBy(parts, b, signal)])
  const [left, right] = [one.files, two.files]
  const because = one.because ?? two.because
  const paths = [...new Set([...left.keys(), ...right.keys()])].sort()
  const root = commonFolder(paths)
  const fill = async (side: Side, held: Held) => {
    const files: ComparedFile[] = []
    for (const path of paths) {
      signal.throwIfAborted()
      const found = held.get(path)
      const file = found === undefined ? await onDisk(parts, path, side.kind !== 'now') : found
      if (file !== null) files.push({ ...file, path: relative(root, path) || path })
    }
    return files
  }
  const rows = pairFiles(await fill(a, left), await fill(b, right))
  return because === null ? { rows } : { rows, because }
}

interface HeldFiles {
  readonly files: Held
  /** What of its files cannot be compared, and why. */
  readonly because: string | null
}

async function heldBy(parts: ServiceParts, side: Side, signal: AbortSignal): Promise<HeldFiles> {
  const { looking } = parts.restore
  if (side.kind === 'kept') {
    const files = await looking.keptFiles(side.head.session, side.ref.checkpoint ?? '')
    const held = files.map(({ path, mode, content }): [string, ComparedFile | null] => [
      path,
      content && { path, mode, ...content, read: () => looking.content(content.sha256) }
    ])
    return { files: new Map(held), because: null }
  }
  if (!side.source.adapter.capabilities.restoreFiles || side.drafted === null)
    return { files: new Map(), because: null }
  const { files, gone, cannot } = await side.drafted.files(signal)
  const held = files.map(({ path, content }): [string, ComparedFile | null] => [
    path,
    content && { path, bytes: content.length, sha256: sha256Of(content), mode: null, read: async () => content }
  ])
  return { files: new Map(held), because: gone === null ? null : whyGone(gone, files.length, cannot) }
}

function whyGone(folder: string, count: number, cannot: PlanDraft['cannot']): string {
  const why = `${folder} is not there any more`
  if (count > 0) return `${why}, so what the checkpoint holds of it counts as removed`
  return cannot[0] === undefined ? why : `${why}. ${cannot[0].what}: ${cannot[0].because}`
}

async function onDisk(parts: ServiceParts, path: string, isStandIn: boolean): Promise<ComparedFile | null> {
  const { looking } = parts.restore
  const { exists, bytes, sha256, mode } = await looking.facts(path)
  if (!exists || sha256 === null) return null
  const note = isStandIn ? { note: 'as it is now' } : {}
  return { path, bytes, sha256, mode, ...note, read: () => looking.file(path) }
}

/** The innermost folder that all of them lie in. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...rest] = paths
  let length = first.lastIndexOf('/') + 1 || first.lastIndexOf('\\') + 1
  for (const path of rest) {
    while (length > 0 && path.slice(0, length) !== first.slice(0, length)) {
      const before = first.slice(0, length - 1)
      length = Math.max(before.lastIndexOf('/'), before.lastIndexOf('\\')) + 1
    }
  }
  return first.slice(0, length) || '/'
}
