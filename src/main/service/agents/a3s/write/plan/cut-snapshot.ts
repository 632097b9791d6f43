import { JsonObject, type JsonValue, toPlain } from '../../../../json/json-value'
import { type Fields, fieldsOf, listOf, textOf } from '../../fields'
import { type Layout, layOut } from '../../transcript/lay-out'
import { snapshotOf } from '../../transcript/place-runs'
import { editMember, listIn, withMember } from '../document-edits'
import { cutMessages, cutPlace } from './cut-messages'

/** A snapshot whose conversation ends earlier, and what went with the rest of it. */
export interface Cut {
  readonly snapshot: JsonObject
  readonly messages: number
  readonly runs: readonly string[]
  readonly subagents: number
  readonly findings: number
  /** `then`: the task list is the one that the last run that stays had told; `now`: nothing tells it, so it stays as it is. */
  readonly tasks: 'then' | 'now' | 'untouched'
}

/**
 * Ends a conversation after an entry: messages, the runs that reach beyond it, their subagents and their review findings. What carries no
 * sign of when it came (traces, artifacts, verification reports, counts of tokens) stays. Refused with a reason where no conversation can end.
 */
export function cutSnapshot(snapshot: JsonObject, entry: string): Cut | { readonly refused: string } {
  const session = snapshot.get('session') as JsonObject
  if ((session.get('durable_source') ?? null) !== null) {
    return { refused: 'its effect log goes on after this entry and would no longer fit' }
  }
  const plain = fieldsOf(toPlain(snapshot))
  const layout = layOut(plain)
  const place = cutPlace(layout, entry)
  if ('refused' in place) return place
  const messages = listIn(session, 'messages')
  const kept = cutMessages(messages, place)
  if (kept === null) return { refused: 'a call before it has no result' }
  const gone = new Set(layout.runs.filter((run) => run.end > place.message).map(({ run }) => run))
  if (kept.length === messages.length && gone.size === 0) return { refused: 'the conversation ends there already' }
  const subagents = goneSubagents(plain, layout, gone, place.message)
  return assemble(snapshot, kept, gone, subagents)
}

function assemble(
  snapshot: JsonObject,
  kept: readonly JsonValue[],
  gone: ReadonlySet<number>,
  subagents: ReadonlySet<number>
): Cut {
  const records = listIn(snapshot, 'run_records')
  const runs = records.filter((_, index) => !gone.has(index))
  const goneRuns = records.filter((_, index) => gone.has(index))
  const names = goneRuns.map((run) => textOf(snapshotOf(toPlain(run)).id))
  const tasks = tasksThen(runs, goneRuns)
  const shorter = editMember(snapshot, 'session', (session) => {
    const cut = withMember(session, 'messages', kept)
    if (!Array.isArray(tasks)) return cut
    return withMember(cut, cut.get('todos') === undefined ? 'tasks' : 'todos', tasks)
  })
  const withRuns = withList(shorter, 'run_records', runs)
  const withTasks = withList(withRuns, 'subagent_tasks', without(listIn(snapshot, 'subagent_tasks'), subagents))
  const review = editMember(withTasks, 'session_review', (store) =>
    withMember(
      store,
      'findings',
      listIn(store, 'findings').filter((finding) => !isAbout(finding, names))
    )
  )
  const findings = (of: JsonObject) => listOf(fieldsOf(fieldsOf(toPlain(of)).session_review).findings).length
  return {
    snapshot: review,
    messages: listIn(snapshot.get('session') as JsonObject, 'messages').length - kept.length,
    runs: names,
    subagents: subagents.size,
    findings: findings(snapshot) - findings(review),
    tasks: typeof tasks === 'string' ? tasks : 'then'
  }
}

/** Of subagents whose call is known, those whose call went; of the others, those that began with or after the first run that went. */
function goneSubagents(plain: Fields, layout: Layout, gone: ReadonlySet<number>, last: number): ReadonlySet<number> {
  const records = listOf(plain.run_records)
  const began = [...gone].map((run) => Number(snapshotOf(records[run]).created_at_ms))
  const from = Math.min(...began)
  const callOf = new Map([...layout.taskOfCall].map(([call, task]) => [task, call]))
  const subagents = new Set<number>()
  for (const [index, task] of listOf(plain.subagent_tasks).entries()) {
    const call = callOf.get(index)
    const late = Number(fieldsOf(task).started_ms) >= from
    if (call === undefined ? late : Number(call.split('.')[0]) > last) subagents.add(index)
  }
  return subagents
}

/** The task list that was last told before the cut; `untouched` where no run that goes changed it. */
function tasksThen(kept: readonly JsonValue[], gone: readonly JsonValue[]): readonly JsonValue[] | 'now' | 'untouched' {
  if (gone.flatMap(taskLists).length === 0) return 'untouched'
  return kept.flatMap(taskLists).at(-1) ?? 'now'
}

function taskLists(run: JsonValue): readonly (readonly JsonValue[])[] {
  if (!(run instanceof JsonObject)) return []
  return listIn(run, 'events').flatMap((record) => {
    const event = record instanceof JsonObject ? record.get('event') : undefined
    return event instanceof JsonObject && event.get('type') === 'task_updated' ? [listIn(event, 'tasks')] : []
  })
}

function isAbout(finding: JsonValue, runs: readonly string[]): boolean {
  const subject = finding instanceof JsonObject ? finding.get('subject') : undefined
  const run = subject instanceof JsonObject ? subject.get('runId') : undefined
  return typeof run === 'string' && runs.includes(run)
}

function withList(object: JsonObject, key: string, list: readonly JsonValue[]): JsonObject {
  return object.get(key) === undefined ? object : withMember(object, key, list)
}

function without(list: readonly JsonValue[], indexes: ReadonlySet<number>): readonly JsonValue[] {
  return list.filter((_, index) => !indexes.has(index))
}
