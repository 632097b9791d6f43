import type { Entry } from '@shared/domain/transcript'
import { asName, asObject, asText, asTime, type JsonObject } from '../../json-access'
import { describeDataUrl } from '../../json-fields/data-url-image'
import { promptOf, roleOf, timeOf } from '../records/prompt'
import { objectOf, type StoredMessage, type StoredRecord } from '../records/stored'
import { imageUrl } from './images'
import { entryId, type Item } from './item'
import { type Notice, noticeOfError, noticeOfPart } from './notices'
import { toolCall } from './tool-call'

/** Parts that say something about a message and are shown with it. */
const absorbed = ['step-start', 'step-finish', 'patch', 'snapshot', 'agent', 'file']

/** A part with what it says. */
interface ReadPart {
  readonly record: StoredRecord
  readonly value: JsonObject
}

/** The entries of one message, in the order of its parts. Nothing else of the session is needed for them. */
export function projectMessage(message: StoredMessage): Item[] {
  return new MessageProjector(message).items()
}

class MessageProjector {
  private readonly found: Item[] = []
  private readonly info: JsonObject | null
  private readonly at: number | null
  /** Set where the person ran a command, and no model was asked. */
  private isShell = false

  private readonly message: StoredMessage

  constructor(message: StoredMessage) {
    this.message = message
    this.info = message.info ?? objectOf(message.record)
    this.at = asTime(timeOf(this.info).created)
  }

  items(): Item[] {
    const parts: ReadPart[] = []
    const broken: StoredRecord[] = []
    for (const record of this.message.parts) {
      const value = objectOf(record)
      if (value === null) broken.push(record)
      else parts.push({ record, value })
    }
    const role = roleOf(this.info)
    this.isShell = this.info?.shell === true || isShellRun(this.info, parts)
    if (role === 'user') this.user(parts)
    else for (const part of parts) this.part(part, role)
    for (const record of broken) this.unrecognised(record, 'This record cannot be read.')
    this.ending(role, parts.length + broken.length)
    return this.found
  }

  /** What the person sent is one entry: texts and pictures together. */
  private user(parts: readonly ReadPart[]): void {
    const values = parts.map(({ value }) => value)
    const text = promptOf(values)
    const images = values.filter(({ type }) => type === 'file').flatMap((file) => imageUrl(file) ?? [])
    const files = values.filter((file) => file.type === 'file' && imageUrl(file) === null)
    const typed = values.some((part) => part.type === 'text' && part.synthetic !== true && part.ignored !== true)
    if (typed || images.length > 0) {
      const names = files.flatMap(({ filename }) => asName(filename) ?? [])
      const shown = text === '' && images.length === 0 && names.length > 0 ? names.join('\n') : text
      const records = parts.filter(({ value }) => value.synthetic !== true || value.type === 'file')
      this.add({ kind: 'user', text: shown }, [this.message.record, ...records.map(({ record }) => record)], images)
    }
    for (const { record, value } of parts) {
      const notice = noticeOfPart(value)
      if (notice !== null) this.notice(notice, record)
      else if (value.type === 'text' && (value.synthetic === true || value.ignored === true)) {
        // opencode's own words to the model are no words of the person.
        this.unrecognised(record, asText(value.text) ?? '')
      } else if (value.type !== 'text' && !isAbsorbed(value)) this.unrecognised(record, kindText(value))
    }
  }

  private part({ record, value }: ReadPart, role: 'assistant' | null): void {
    const text = asText(value.text) ?? ''
    const notice = noticeOfPart(value)
    if (notice !== null) this.notice(notice, record)
    else if (value.type === 'tool') this.tool({ record, value })
    else if (value.type === 'reasoning') this.addPart(record, value, { kind: 'thinking', text })
    else if (value.type === 'text' && role !== null) this.text(record, value, text)
    else if (!isAbsorbed(value)) this.unrecognised(record, value.type === 'text' ? text : kindText(value))
  }

  private text(record: StoredRecord, value: JsonObject, text: string): void {
    if (text === '') return
    if (this.info?.summary === true) this.notice({ notice: 'session', text }, record)
    else if (value.ignored === true) this.unrecognised(record, text)
    else this.addPart(record, value, { kind: 'assistant', text })
  }

  private tool({ record, value }: ReadPart): void {
    const call = toolCall(value)
    const stopped = call.status === 'running' && this.isOver()
    const tool = stopped ? { ...call, status: 'cancelled' as const } : call
    const state = asObject(value.state)
    const attached = Array.isArray(state.attachments) ? state.attachments : []
    const images = attached.flatMap((file) => imageUrl(asObject(file)) ?? [])
    const at = asTime(asObject(state.time).start) ?? this.at
    const kind = this.isShell ? 'shell' : 'tool'
    const text = kind === 'shell' ? (asText(asObject(state.input).command) ?? '') : (asText(state.title) ?? '')
    this.add({ kind, text, tool, at }, [record], images, record.id)
  }

  /** A turn that was stopped answers none of its open calls any more. */
  private isOver(): boolean {
    return this.info?.error !== undefined || asTime(timeOf(this.info).completed) !== null
  }

  private ending(role: 'user' | 'assistant' | null, parts: number): void {
    const { record } = this.message
    if (this.info === null) this.unrecognised(record, 'This record cannot be read.', 'message')
    else if (role === null) this.unrecognised(record, 'A message of a kind that Reprise does not know.', 'message')
    else if (role === 'assistant') {
      const error = noticeOfError(this.info.error)
      if (error !== null) this.notice(error, record, 'end')
    } else if (parts === 0) this.unrecognised(record, 'A message without content.', 'message')
  }

  private addPart(record: StoredRecord, value: JsonObject, entry: Pick<Entry, 'kind' | 'text'>): void {
    const at = asTime(asObject(value.time).start) ?? this.at
    this.add({ ...entry, at }, [record], [], record.id)
  }

  private notice({ notice, text }: Notice, record: StoredRecord, part = record.id): void {
    this.add({ kind: 'notice', notice, text }, [record], [], part)
  }

  private unrecognised(record: StoredRecord, text: string, part = record.id): void {
    this.add({ kind: 'unrecognised', text }, [record], [], part)
  }

  private add(
    entry: Omit<Entry, 'id' | 'at'> & { at?: number | null },
    records: readonly StoredRecord[],
    images: readonly string[],
    part?: string
  ): void {
    const { key } = this.message
    const shown = images.length === 0 ? {} : { images: images.map(describeDataUrl) }
    this.found.push({
      key,
      entry: { at: this.at, ...entry, id: entryId(key.id, part), ...shown },
      records,
      images,
      messageAt: this.at
    })
  }
}

/** A command that the person ran with `!`: kept like a reply, of which no model wrote a word. */
function isShellRun(info: JsonObject | null, parts: readonly ReadPart[]): boolean {
  const tokens = asObject(info?.tokens)
  const silent = info?.finish === undefined && tokens.input === 0 && tokens.output === 0
  return silent && parts.length > 0 && parts.every(({ value }) => value.type === 'tool' && value.tool === 'bash')
}

function isAbsorbed({ type }: JsonObject): boolean {
  return typeof type === 'string' && absorbed.includes(type)
}

function kindText({ type }: JsonObject): string {
  return `A part of the kind ${asText(type)?.slice(0, 80) ?? 'unknown'}.`
}
