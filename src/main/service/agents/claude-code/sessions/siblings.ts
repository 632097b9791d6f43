import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { withBytes } from '../../lines/byte-source'
import type { ClaudePlaces } from '../places'
import { fingerprintOf, statOf } from './find-session'
import { filesOfProject, type SessionFile } from './session-files'
import { firstUuid } from './uuid-scan'

/** First ids of files, by path, so that each is looked at once in the life of a thread. */
const heads = new Map<string, { readonly of: string; readonly uuid: string | null }>()
const mostHeads = 50_000

/** What is asked of the other sessions of a project folder. */
export interface KnownSiblings {
  /** Told of each session that is read, and the record that it begins with. */
  meet(file: SessionFile, head: string | null): void
  named(id: string): SessionFile | null
  /** Other sessions that begin with the same record: `head`, where that is known already. */
  withHeadOf(file: SessionFile, head: string | null): readonly SessionFile[]
}

/** The sessions of one project folder, by the record that each begins with. Looked through only when somebody asks. */
export class Siblings implements KnownSiblings {
  private readonly files: readonly SessionFile[]
  private byHead: Map<string, SessionFile[]> | null = null

  constructor(files: readonly SessionFile[]) {
    this.files = files.filter(({ parent }) => parent === undefined)
  }

  meet(): void {
    // What it is asked about it looks up itself.
  }

  named(id: string): SessionFile | null {
    return this.files.find((file) => file.id === id) ?? null
  }

  withHeadOf(file: SessionFile, known: string | null): readonly SessionFile[] {
    if (this.files.length < 2) return []
    this.byHead ??= groupByHead(this.files)
    const head = known ?? headOf(file.path)
    return head === null ? [] : (this.byHead.get(head) ?? []).filter(({ id }) => id !== file.id)
  }
}

/**
 * The sessions of a project folder all of which are read one after the other: none is opened only for its beginning. What begins alike is known in
 * the end, so those have to be asked about again then.
 */
export class MetSiblings implements KnownSiblings {
  private readonly files: readonly SessionFile[]
  private readonly byHead = new Map<string, SessionFile[]>()

  constructor(files: readonly SessionFile[]) {
    this.files = files.filter(({ parent }) => parent === undefined)
  }

  named(id: string): SessionFile | null {
    return this.files.find((file) => file.id === id) ?? null
  }

  meet(file: SessionFile, known: string | null): void {
    const head = known ?? headOf(file.path)
    if (head === null) return
    const alike = this.byHead.get(head)
    if (alike === undefined) this.byHead.set(head, [file])
    else if (!alike.some(({ path }) => path === file.path)) alike.push(file)
  }

  withHeadOf(file: SessionFile, known: string | null): readonly SessionFile[] {
    const head = known ?? headOf(file.path)
    return head === null ? [] : (this.byHead.get(head) ?? []).filter(({ id }) => id !== file.id)
  }

  /** Sessions that begin as another one does. */
  alike(): readonly SessionFile[] {
    return [...this.byHead.values()].filter(({ length }) => length > 1).flat()
  }
}

/** Siblings by project folder, as long as no file comes to it or goes. */
const projects = new Map<string, { readonly of: string; readonly siblings: Siblings }>()
const mostProjects = 50
/** A folder that changed less than so long ago may change once more within the same tick of its clock. */
const settledMs = 2000

/** Siblings of one file, for a look at that file alone: work that an append to it does not repeat. */
export function siblingsIn(places: ClaudePlaces, { project, parent }: SessionFile): Siblings {
  // A subagent is no fork.
  if (parent !== undefined) return new Siblings([])
  const folder = join(places.projects, project)
  const stat = statOf(folder)
  const of = stat === null ? '' : fingerprintOf(stat)
  const known = projects.get(folder)
  if (known !== undefined && known.of === of) return known.siblings
  const siblings = new Siblings(filesOfProject(places.projects, project))
  if (projects.size >= mostProjects) projects.clear()
  if (stat !== null && Date.now() - stat.mtimeMs > settledMs) projects.set(folder, { of, siblings })
  else projects.delete(folder)
  return siblings
}

/** Siblings of every project of a list; `isRead` says whether all files of one are read anew. */
export function siblingsByProject(
  files: readonly SessionFile[],
  isRead: (files: readonly SessionFile[]) => boolean
): ReadonlyMap<string, Siblings | MetSiblings> {
  const projects = new Map<string, SessionFile[]>()
  for (const file of files) {
    const known = projects.get(file.project)
    if (known) known.push(file)
    else projects.set(file.project, [file])
  }
  const of = (each: readonly SessionFile[]) => (isRead(each) ? new MetSiblings(each) : new Siblings(each))
  return new Map([...projects].map(([project, each]) => [project, of(each)]))
}

function groupByHead(files: readonly SessionFile[]): Map<string, SessionFile[]> {
  const groups = new Map<string, SessionFile[]>()
  for (const file of files) {
    const head = headOf(file.path)
    if (head === null) continue
    const known = groups.get(head)
    if (known) known.push(file)
    else groups.set(head, [file])
  }
  return groups
}

function headOf(path: string): string | null {
  const stat = statOf(path)
  if (stat === null) return null
  // A file that grows keeps its beginning, once it has one.
  const of = `${stat.dev}-${stat.ino}`
  const known = heads.get(path)
  if (known?.of === of && known.uuid !== null) return known.uuid
  if (heads.size > mostHeads) heads.clear()
  const uuid = readHead(path)
  heads.set(path, { of, uuid })
  return uuid
}

function readHead(path: string): string | null {
  try {
    return withBytes(path, firstUuid)
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
