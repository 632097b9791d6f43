import { asList, asObject, asText, type JsonObject } from '../../json-access'
import { timeOf } from '../records/prompt'
import { objectOf, objectsOf, type StoredMessage } from '../records/stored'
import { NewIds } from './new-ids'

/** A record of the new session: JSON with new ids in it. */
export interface NewRecord {
  readonly id: string
  readonly text: string
}

export interface NewMessage extends NewRecord {
  /** When its origin was begun, in Unix ms. */
  readonly at: number
  readonly parts: readonly NewRecord[]
}

/** What replies used, as the row of a session adds it up. */
export interface Used {
  readonly cost: number
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** A session that holds copies of messages, as opencode makes them when it forks: new ids, old times, and nothing that names the origin. */
export interface NewSession {
  readonly id: string
  readonly slug: string
  /** Unix ms; after everything that was copied. */
  readonly createdAt: number
  readonly messages: readonly NewMessage[]
  readonly used: Used
  /** The list of tasks as it was last written in these messages. */
  readonly todos: readonly JsonObject[]
}

/** While somebody writes, the engine makes a plan several times; all of these within moments are to name one session. */
const sameMoment = 10_000

/** `madeFor` says which session this is, so that another one of the same moment has other ids. */
export function newSession(
  taken: readonly StoredMessage[],
  origin: string,
  now: number,
  madeFor: readonly string[]
): NewSession {
  const at = now - (now % sameMoment)
  const ids = new NewIds(at, [origin, String(taken.length), ...madeFor])
  const id = ids.session()
  const names = new Map([[origin, id]])
  for (const { key, parts } of taken) {
    names.set(key.id, ids.message())
    for (const part of parts) names.set(part.id, ids.part())
  }
  const rename = (text: string) => renamed(text, names)
  const messages = taken.map(({ key, record, parts }) => ({
    id: names.get(key.id) ?? key.id,
    at: beganAt(record.text === '' ? null : objectOf(record)) ?? key.at,
    text: rename(record.text),
    parts: parts.map((part) => ({ id: names.get(part.id) ?? part.id, text: rename(part.text) }))
  }))
  const last = Math.max(0, ...messages.map((message) => message.at))
  return {
    id,
    slug: `copy-${id.slice(-6).toLowerCase()}`,
    createdAt: Math.max(at, last + 1),
    messages,
    used: usedBy(taken),
    todos: todosIn(taken)
  }
}

function beganAt(info: JsonObject | null): number | null {
  const { created } = timeOf(info)
  return typeof created === 'number' ? created : null
}

/** Every JSON string that is one of these ids as a whole becomes the new one; all other bytes stay. */
function renamed(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/"([A-Za-z0-9_-]{4,80})"/g, (whole, id: string) => {
    const name = names.get(id)
    return name === undefined ? whole : `"${name}"`
  })
}

function usedBy(taken: readonly StoredMessage[]): Used {
  const replies = taken.map(({ record }) => objectOf(record) ?? {}).filter(({ role }) => role === 'assistant')
  const sum = (pick: (tokens: JsonObject, reply: JsonObject) => unknown) =>
    replies.reduce((total, reply) => {
      const value = pick(asObject(reply.tokens), reply)
      return total + (typeof value === 'number' && Number.isFinite(value) ? value : 0)
    }, 0)
  return {
    cost: sum((_, { cost }) => cost),
    input: sum(({ input }) => input),
    output: sum(({ output }) => output),
    reasoning: sum(({ reasoning }) => reasoning),
    cacheRead: sum(({ cache }) => asObject(cache).read),
    cacheWrite: sum(({ cache }) => asObject(cache).write)
  }
}

/** What the last call of `todowrite` that ended well left; none where there is no such call. */
function todosIn(taken: readonly StoredMessage[]): readonly JsonObject[] {
  for (const { parts } of [...taken].reverse()) {
    for (const part of [...objectsOf(parts)].reverse()) {
      const state = asObject(part.state)
      if (part.type !== 'tool' || part.tool !== 'todowrite' || state.status !== 'completed') continue
      const list = asList(asObject(state.input).todos).map(asObject)
      return list.filter(({ content }) => asText(content) !== null)
    }
  }
  return []
}
