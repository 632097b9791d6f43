import { visibleText } from '@shared/domain/visible-text'
import { cutText } from '../../../catalog/cut-text'
import type { ListedSession } from '../../adapter'
import { type Fields, fieldsOf, listOf, secondsOf, textOf } from '../fields'
import { countEntries } from '../transcript/count-entries'
import { timesOfPrompts } from '../transcript/exact-times'
import { startsOfRuns } from '../transcript/place-runs'
import { productUserText } from '../transcript/product-user-text'
import { type UserText, userTexts } from '../transcript/user-texts'
import { firstLine } from './first-line'
import type { ReadSession } from './read-session'
import type { Sidecar } from './sidecar'

const filterText = 4000
const mostPrompts = 100
/** Entries of larger sessions are counted when they are opened. */
const countedAtMost = 4 * 1024 * 1024

/** A prompt by a person, with its message number. */
export interface Prompt {
  readonly message: number
  readonly text: string
}

/** Everything that a person typed, in order: user messages with text that is theirs (format 2.5). */
export function promptsOf(texts: readonly UserText[]): readonly Prompt[] {
  return texts.flatMap(({ message, display, hasOwnDisplay }) => {
    const text = hasOwnDisplay ? display : productUserText(display).text
    return text.trim() === '' ? [] : [{ message, text }]
  })
}

export interface SummaryFacts {
  readonly sidecar: Sidecar
  /** Why the agent would not take it up although the session itself is sound: the store does not open. */
  readonly storeOpens: boolean
  readonly parent: string | null
  readonly workflowCheckpoints: number
}

/**
 * A session as a list shows it. Of a sealed session nothing from inside goes into the list, since the list is kept in a
 * database of ours; `inside` is for an opened session.
 */
export function summarise(read: ReadSession, facts: SummaryFacts, inside = false): ListedSession {
  const { id, state, snapshot } = read
  const base = { id, entries: null, findings: null, state, layout: layoutOf(read) }
  const modified = Math.round(read.stat.mtimeMs)
  const unknown = { workspace: null, startedAt: null, updatedAt: modified, resumable: false }
  if (read.sealed && !inside) return { ...base, ...unknown, title: 'Sealed session', resumable: null }
  if (snapshot === null) return { ...base, ...unknown, title: `Unreadable session ${cutText(firstLine(id), 80)}` }
  const session = fieldsOf(snapshot.session)
  const config = fieldsOf(session.config)
  const texts = userTexts(listOf(session.messages))
  const prompts = promptsOf(texts)
  const parent = textOf(session.parent_id) || textOf(config.parent_id) || facts.parent || ''
  const model = textOf(session.model_name) || textOf(fieldsOf(session.llm_config).model) || facts.sidecar.model || ''
  const updatedAt = secondsOf(session.updated_at) ?? modified
  return {
    ...base,
    entries: read.stat.size <= countedAtMost ? countEntries(snapshot) : null,
    title: titleOf(config, facts.sidecar, prompts),
    workspace: textOf(config.workspace) || null,
    startedAt: secondsOf(session.created_at),
    updatedAt,
    resumable: resumableOf(read, facts),
    ...(model !== '' && { model }),
    ...(facts.sidecar.effort !== null && { effort: facts.sidecar.effort }),
    ...(prompts.length > 0 && { preview: cutText(firstLine(prompts.at(-1)?.text ?? ''), 240) }),
    ...(parent !== '' && parent !== id && { parent, parentKind: 'subagent' as const }),
    ...(facts.workflowCheckpoints > 0 && { ownCheckpoints: facts.workflowCheckpoints }),
    ...(!inside && {
      promptText: cutText(prompts.map((prompt) => prompt.text).join('\n'), filterText),
      prompts: timedPrompts(snapshot, texts, prompts, updatedAt)
    })
  }
}

function layoutOf({ form, snapshot, path }: ReadSession): string {
  if (form === 'bare') return path.includes('/v1/') || path.includes('\\v1\\') ? 'bare' : 'legacy'
  const version = fieldsOf(snapshot).schema_version
  return typeof version === 'number' ? `snapshot-${version}` : 'snapshot'
}

/** The agent leaves the name empty; then the host's title, else the first prompt is the title. */
export function titleOf(config: Fields, sidecar: Sidecar, prompts: readonly Prompt[]): string {
  const own = visibleText(textOf(config.name))
  if (own.trim() !== '') return own
  const hosted = visibleText(sidecar.title ?? '')
  if (hosted.trim() !== '') return hosted
  return cutText(visibleText(firstLine(prompts[0]?.text ?? '')), 200) || 'No prompt yet'
}

/** A session with a durable source needs an effect log that nobody looked for. */
function resumableOf({ snapshot, state, broken }: ReadSession, { storeOpens }: SummaryFacts): boolean | null {
  if (state !== 'ok' || !storeOpens) return false
  if (broken === null) return null
  if (broken.length > 0) return false
  const durable = fieldsOf(fieldsOf(snapshot).session).durable_source ?? null
  return durable === null ? true : null
}

/** Prompts without an exact time stand at the session's last change. */
function timedPrompts(
  snapshot: Fields,
  texts: readonly UserText[],
  prompts: readonly Prompt[],
  otherwise: number
): NonNullable<ListedSession['prompts']> {
  const runs = listOf(snapshot.run_records)
  const latest = prompts.slice(-mostPrompts)
  const times = timesOfPrompts(runs, runs.length === 0 ? [] : startsOfRuns(texts, runs))
  return latest.map(({ message, text }) => ({ at: times.get(message) ?? otherwise, text: cutText(text, 2000) }))
}
