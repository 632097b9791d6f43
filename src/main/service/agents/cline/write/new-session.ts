import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { withMembers } from '../../../json/edit-members'
import { elementSpans, valueSpan } from '../../../json/element-spans'
import type { FileStepDraft } from '../../../restore/plan-draft'
import { namesIn } from '../../file-store/names-in'
import { becauseOf, newSessionNotes } from '../../file-store/new-session-words'
import { newWorkspace } from '../../file-store/new-workspace'
import type { NewSession } from '../../file-store/plan-back'
import { type Fields, fieldsOf, listOf, numberOf } from '../../json-fields/fields'
import { asLatinJson } from '../../lines/record-line'
import type { ClinePlaces } from '../places'
import type { Conversation } from './conversation'

/** What a new session begins with. */
export interface Beginning {
  readonly places: ClinePlaces
  readonly conversation: Conversation
  /** How many messages. */
  readonly count: number
  readonly workspace: string | null
  readonly now: number
}

/** The beginning of a conversation as a session of its own: its document and the facts beside it, from which Cline takes it into its index. */
export function newSession({ places, conversation, count, workspace: wanted, now }: Beginning): NewSession {
  const { file, text, tree } = conversation
  const path = { records: tree.records.slice(0, count), torn: false }
  const because = becauseOf(path)
  const facts = readFacts(file.beside)
  if (facts.session_id !== file.id) {
    return fail(
      'refused',
      'What Cline keeps beside the conversation is missing or damaged, so it would not find the new one.'
    )
  }
  const id = `${now}_${randomBytes(4).toString('hex').slice(0, 5)}`
  const workspace = wanted === null ? null : newWorkspace(wanted)
  const folder = join(places.sessions, id)
  const document = join(folder, `${id}.messages.json`)
  const prompts = path.records.filter(({ role }) => role === 'prompt').length
  const made = { id, document, workspace, prompts, at: new Date(now).toISOString() }
  const step = { what: 'session', approvedRoot: places.root, mode: 0o600 } as const
  const steps: FileStepDraft[] = [
    { ...step, id: 'session', path: document, content: documentOf(text, count, made), because },
    {
      ...step,
      id: 'facts',
      path: join(folder, `${id}.json`),
      content: factsOf(facts, made),
      because: 'its title and directory'
    }
  ]
  const agents = namesIn(join(places.sessions, file.id)).filter(({ name }) => name.startsWith('agent_')).length
  return {
    id,
    steps,
    cannot: agents === 0 ? [] : [{ what: 'Its subagents', because: 'they stay with the original' }],
    notes: newSessionNotes('cline', id, path),
    inputs: [file.path, file.beside]
  }
}

interface Made {
  readonly id: string
  readonly document: string
  readonly workspace: string | null
  readonly prompts: number
  /** ISO time. */
  readonly at: string
}

/** The document without the messages after the end, and with the new id; all other bytes stay. */
function documentOf(text: string, count: number, { id, at }: Made): Buffer {
  const spans = elementSpans(text, ['messages'])
  const [last, end] = [spans[count - 1], spans.at(-1)]
  if (last === undefined || end === undefined) return fail('refused', 'The conversation changed while it was read.')
  const cut = text.slice(0, last.to) + text.slice(end.to)
  const named = withMembers(cut, { sessionId: asLatinJson(id), updated_at: asLatinJson(at) })
  const origin = valueSpan(named, ['origin'])
  if (origin === null) return Buffer.from(named, 'latin1')
  const renamed = withMembers(named.slice(origin.from, origin.to), { sessionId: asLatinJson(id) })
  return Buffer.from(named.slice(0, origin.from) + renamed + named.slice(origin.to), 'latin1')
}

/** What was counted, and how the original ended, is not the new one's. */
const notTaken = /^(?:usage|aggregateUsage|totalCost|aggregatedAgentsCost|terminal_.*)$/

function factsOf(facts: Fields, { id, document, workspace, prompts, at }: Made): Buffer {
  const { compaction_path: _compaction, ...kept } = facts
  const metadata = Object.entries(fieldsOf(facts.metadata)).filter(([key]) => !notTaken.test(key))
  const about = fieldsOf(Object.fromEntries(metadata))
  const changed = {
    ...kept,
    ...(workspace !== null && { cwd: workspace, workspace_root: workspace }),
    session_id: id,
    started_at: at,
    ended_at: at,
    exit_code: 0,
    status: 'completed',
    messages_path: document,
    metadata: workspace === null ? withCheckpoints(about, prompts) : withoutRepository(about)
  }
  return Buffer.from(JSON.stringify(changed, null, 2))
}

/** The commits before the prompts that come along, as Cline itself keeps them when it goes back. */
function withCheckpoints(metadata: Fields, prompts: number): Fields {
  const checkpoint = fieldsOf(metadata.checkpoint)
  const history = listOf(checkpoint.history).filter((each) => (numberOf(fieldsOf(each).runCount) ?? 0) <= prompts)
  const { checkpoint: _all, ...rest } = metadata
  return history.length === 0 ? rest : { ...rest, checkpoint: { ...checkpoint, latest: history.at(-1), history } }
}

function withoutRepository({ checkpoint: _checkpoint, git: _git, ...rest }: Fields): Fields {
  return rest
}

function readFacts(path: string): Fields {
  try {
    return fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
