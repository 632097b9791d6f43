import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Finding } from '@shared/domain/finding'
import type { Entry, EntryPage, OutlineItem } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { ListedSession, NativeIds, OpenedSession, PageRequest, Reading, SessionAccount } from '../../adapter'
import { decodeDataUrl } from '../../json-fields/data-url-image'
import type { MessageKey, MessageStore } from '../records/stored'
import type { FoundSession } from '../sessions/found-session'
import { withMessages } from '../sessions/message-store'
import { messagesThrough } from '../sessions/messages-through'
import { Accountant } from './account'
import { type Item, messageOf } from './item'
import { type Marks, mark, marksOf } from './marks'
import { readOutline } from './outline'
import { itemsOf, readPage } from './pages'
import { projectMessage } from './project'

/** Messages that are counted between two breaths. */
const accountBatch = 100

/** Opens a session. What a request needs is read when it comes; between requests nothing is held open. */
export async function openSession(
  session: FoundSession,
  summary: ListedSession,
  findings: readonly Finding[],
  reading: Reading
): Promise<OpenedSession> {
  const seen = await withMessages(session, reading, (messages) => ({
    marks: marksOf(session.info, messages),
    last: messages.before(null, 1)[0] ?? null
  }))
  return new MessageSession(session, summary, findings, reading, seen)
}

class MessageSession implements OpenedSession {
  readonly path: string | null

  private readonly session: FoundSession
  readonly summary: ListedSession
  readonly findings: readonly Finding[]
  private readonly reading: Reading
  private readonly marks: Marks
  private readonly last: MessageKey | null

  constructor(
    session: FoundSession,
    summary: ListedSession,
    findings: readonly Finding[],
    reading: Reading,
    { marks, last }: { readonly marks: Marks; readonly last: MessageKey | null }
  ) {
    this.session = session
    this.summary = summary
    this.findings = findings
    this.reading = reading
    this.marks = marks
    this.last = last
    this.path = session.database?.path ?? session.files[0]?.path ?? null
  }

  page(request: PageRequest): Promise<EntryPage> {
    return this.read((messages) => readPage(messages, this.marks, request))
  }

  entry(id: string): Promise<Entry | null> {
    return this.read((messages) => this.find(messages, id)?.entry ?? null)
  }

  /** Its entries go by the ids of messages and parts. */
  async nativeIds(): Promise<NativeIds> {
    return (entry) => entry
  }

  outline(): Promise<readonly OutlineItem[]> {
    return this.read((messages) => readOutline(messages, this.marks))
  }

  raw(entryId: string): Promise<string> {
    return this.read((messages) => {
      const item = this.find(messages, entryId)
      if (item === null) return fail('not.found', `There is no entry ${entryId.slice(0, 200)}.`)
      const message = messages.load(item.key)
      // A piece has no text of its own: the record that holds it has.
      const whole = item.records.some(({ piece }) => piece !== undefined)
      return (whole ? [message.record] : item.records).map(({ text }) => text).join('\n')
    })
  }

  image(entryId: string, index: number): Promise<{ mediaType: string; data: Uint8Array } | null> {
    return this.read((messages) => {
      const url = this.find(messages, entryId)?.images[index]
      return url === undefined ? null : decodeDataUrl(url)
    })
  }

  async account(signal: AbortSignal, progress: (done: number, total: number | null) => void): Promise<SessionAccount> {
    const accountant = new Accountant()
    const total = await this.read((messages) => messages.count())
    let done = 0
    for (let next: MessageKey | null = null, more = true; more; ) {
      signal.throwIfAborted()
      const from: MessageKey | null = next
      // A read may be done twice when the agent writes meanwhile, so that nothing is counted within it.
      const { keys, loaded } = await this.read((messages) => {
        const found = messages.from(from, accountBatch + 1)
        const batch = found.slice(0, accountBatch).map((key) => messages.load(key))
        return { keys: found, loaded: batch }
      })
      for (const message of loaded) accountant.push(message, mark(projectMessage(message), this.marks))
      next = keys[accountBatch] ?? null
      more = next !== null
      done += Math.min(keys.length, accountBatch)
      progress(done, Math.max(total, done))
      await nextTurn()
    }
    return accountant.result(this.findings)
  }

  close(): void {
    // Nothing is held between requests.
  }

  private read<T>(work: (messages: MessageStore) => T): Promise<T> {
    return withMessages(this.session, this.reading, (messages) => work(messagesThrough(messages, this.last)))
  }

  private find(messages: MessageStore, id: string): Item | null {
    const key = messages.keyOf(messageOf(id))
    if (key === null) return null
    return itemsOf(messages, key, this.marks).find(({ entry }) => entry.id === id) ?? null
  }
}
