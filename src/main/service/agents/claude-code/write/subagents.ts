import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { withMembers } from '../../../json/edit-members'
import { textOf } from '../../json-fields/fields'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson } from '../../lines/record-line'
import type { ClaudePlaces } from '../places'
import { filesOfProject, type SessionFile } from '../sessions/session-files'
import { metaPath, readMeta } from '../sessions/subagent-meta'
import { readConversation } from './conversation'
import { type Rewriting, rewriteRecord } from './rewrite-record'

/** A subagent that goes along into a new session, under an id of its own: a store knows each id once. */
export interface TakenSubagent {
  readonly file: SessionFile
  /** Path below the session's folder. */
  readonly below: string
  readonly oldId: string
  readonly newId: string
}

/** The subagents that the taken calls began, and those that these began; each is noted with the call that it answers. */
export function takenSubagents(
  places: ClaudePlaces,
  session: SessionFile,
  calls: ReadonlySet<string>
): TakenSubagent[] {
  const folder = join(places.projects, session.project, session.id)
  const all = filesOfProject(places.projects, session.project).filter(({ parent }) => parent === session.id)
  const taken = new Set<SessionFile>()
  const known = new Set(calls)
  for (let before = -1; before !== taken.size; ) {
    before = taken.size
    for (const file of all.filter((each) => !taken.has(each))) {
      const call = textOf(readMeta(file.path).toolUseId)
      if (call === null || !known.has(call)) continue
      taken.add(file)
      for (const own of callsIn(file.path)) known.add(own)
    }
  }
  return [...taken].map((file) => ({
    file,
    below: relative(folder, file.path),
    oldId: file.id.slice('agent-'.length),
    newId: `a${randomBytes(8).toString('hex')}`
  }))
}

function callsIn(path: string): readonly string[] {
  return withBytes(path, (source) => readConversation(source).nodes.flatMap(({ calls }) => calls))
}

export function newPath({ below, oldId, newId }: TakenSubagent, folder: string): string {
  return join(folder, below.slice(0, -basename(below).length), basename(below).replace(oldId, newId))
}

/** Its transcript in the new session. */
export function subagentContent({ file, newId }: TakenSubagent, rewriting: Rewriting): Buffer {
  const id = asLatinJson(newId)
  return withBytes(file.path, (source) => {
    const lines = readConversation(source).nodes.map((node) => {
      const text = rewriteRecord(source, node, rewriting)
      return `${node.uuid === null ? text : withMembers(text, { agentId: id })}\n`
    })
    return Buffer.from(lines.join(''), 'latin1')
  })
}

/** What is noted beside it names the call, which stays the same. */
export function metaContent({ file }: TakenSubagent): Buffer | null {
  try {
    return readFileSync(metaPath(file.path))
  } catch {
    return null
  }
}
