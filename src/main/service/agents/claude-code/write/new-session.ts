import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileStepDraft } from '../../../restore/plan-draft'
import { bytesSource, withBytes } from '../../lines/byte-source'
import { asLatinJson } from '../../lines/record-line'
import { foldSnapshots } from '../checkpoints/fold-snapshots'
import type { ClaudePlaces } from '../places'
import { statOf } from '../sessions/find-session'
import type { SessionFile } from '../sessions/session-files'
import type { Node } from './conversation'
import type { TakenRecords } from './records-up-to'
import { type Rewriting, rewriteRecord } from './rewrite-record'
import { counted, ownStep } from './steps'
import { metaContent, newPath, subagentContent, type TakenSubagent } from './subagents'

/** What a new session is made of. */
export interface NewSession {
  readonly places: ClaudePlaces
  readonly origin: SessionFile
  /** Project folder of the new one. */
  readonly project: string
  readonly taken: TakenRecords
  readonly leaf: Node
  readonly subagents: readonly TakenSubagent[]
  readonly rewriting: Rewriting
}

/** The files of a new session: its transcript, its subagents, large outputs that it names, and the backups of its snapshots. */
export function newSessionSteps(made: NewSession): readonly FileStepDraft[] {
  const { places, project, rewriting } = made
  const transcript = transcriptOf(made)
  const prompts = made.taken.path.filter(({ prompt }) => prompt !== null).length
  const main = ownStep(places, {
    id: 'session',
    what: 'session',
    path: join(places.projects, project, `${rewriting.to}.jsonl`),
    content: transcript,
    because: `a new session with ${counted(prompts, 'prompt')} and ${counted(made.taken.nodes.length, 'record')}`
  })
  return [main, ...subagentSteps(made), ...outputSteps(made, transcript), ...backupSteps(made, transcript)]
}

function transcriptOf({ origin, taken, leaf, rewriting }: NewSession): Buffer {
  const lines = withBytes(origin.path, (source) => taken.nodes.map((node) => rewriteRecord(source, node, rewriting)))
  const lastPrompt = taken.path.find(({ prompt }) => prompt !== null)?.prompt ?? ''
  const end = { type: 'last-prompt', lastPrompt, leafUuid: leaf.uuid, sessionId: rewriting.to }
  return Buffer.from([...lines, asLatinJson(end), ''].join('\n'), 'latin1')
}

function subagentSteps({ places, project, subagents, rewriting }: NewSession): readonly FileStepDraft[] {
  const folder = join(places.projects, project, rewriting.to)
  return subagents.flatMap((agent, index) => {
    const path = newPath(agent, folder)
    const meta = metaContent(agent)
    const id = `subagent-${index + 1}`
    const content = subagentContent(agent, rewriting)
    const steps = [ownStep(places, { id, what: 'session', path, content, because: 'a subagent of it' })]
    if (meta === null) return steps
    const beside = { id: `${id}-note`, what: 'session', path: path.replace(/\.jsonl$/, '.meta.json') } as const
    return [...steps, ownStep(places, { ...beside, content: meta, because: 'what is noted of that subagent' })]
  })
}

function outputSteps(made: NewSession, transcript: Buffer): readonly FileStepDraft[] {
  const { places, origin, project, rewriting } = made
  const from = join(places.projects, origin.project, origin.id, 'tool-results')
  const named = namesIn(from).filter((name) => transcript.includes(name))
  return named.map((name, index) =>
    copied(places, `output-${index + 1}`, join(from, name), {
      path: join(places.projects, project, rewriting.to, 'tool-results', name),
      because: 'a large output that it names'
    })
  )
}

/** As Claude Code's own fork does, so that its `/rewind` works in the new session too. */
function backupSteps({ places, origin, rewriting }: NewSession, transcript: Buffer): readonly FileStepDraft[] {
  const snapshots = foldSnapshots(bytesSource(transcript))
  const names = new Set(snapshots.flatMap(({ files }) => [...files.values()].flatMap(({ name }) => name ?? [])))
  const from = join(places.fileHistory, origin.id)
  const there = [...names].filter((name) => /^[\w.@-]{1,200}$/.test(name) && statOf(join(from, name))?.isFile())
  return there.map((name, index) =>
    copied(places, `backup-${index + 1}`, join(from, name), {
      path: join(places.fileHistory, rewriting.to, name),
      because: 'a file as it was before a change'
    })
  )
}

function copied(
  places: ClaudePlaces,
  id: string,
  from: string,
  to: { readonly path: string; readonly because: string }
): FileStepDraft {
  const mode = (statOf(from)?.mode ?? 0o600) & 0o777
  return ownStep(places, { id, what: 'file', content: readFileSync(from), mode, ...to })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
