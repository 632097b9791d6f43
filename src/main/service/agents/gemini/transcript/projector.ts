import type { Entry } from '@shared/domain/transcript'
import { describeImage, partsOf, textOfParts } from '../../google-content/parts'
import { type Fields, fieldsOf, listOf, textOf, timeOf } from '../../json-fields/fields'
import { damageItem } from '../../lines/damage'
import { ItemList } from '../../lines/item-list'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import { entryId, type Projection } from '../../lines/projection'
import { promptOf } from '../records/prompt'
import { compressionOf, operationOf } from '../records/record-kinds'
import type { OperationLog } from './operation-log'
import { imagesOfCall, toolCallOf } from './tool-call'

/** What a projection of a session's records needs to know beside them. */
export interface Surroundings {
  readonly log: OperationLog
  /** Id of the message that gives a subagent its task; null for sessions themselves. */
  readonly task: string | null
}

/** What an entry has for its place in the conversation. */
type Place = Pick<Entry, 'at' | 'parent'>

const noticeKinds: Readonly<Record<string, Entry['notice']>> = { info: 'other', warning: 'other', error: 'failure' }

/** Turns records into items, one after the other in the order of the file. */
export class Projector {
  private readonly surroundings: Surroundings
  private readonly list = new ItemList()
  private readonly raw: number[] = []

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.list.addWhole(damageItem(record))
      return
    }
    const operation = operationOf(record.value)
    if (operation.type === 'message') this.pushMessage(record, operation.id, operation.message)
    else if (operation.type === 'header') this.pushHeader(record, operation.header, operation.isKnown)
    else if (operation.type === 'unknown') this.pushUnknown(record, { at: null })
  }

  result(): Projection {
    return { items: this.list.items, open: false, raw: this.raw }
  }

  private pushMessage(record: ReadRecord, id: string, message: Fields): void {
    const { log } = this.surroundings
    if (log.isReplaced(record.from)) return
    const place = this.placeOf(record, message)
    const type = textOf(message.type) ?? ''
    if (type === 'user') this.pushUser(record, id, message, place)
    else if (type === 'gemini') this.pushReply(record, message, place)
    else if (type in noticeKinds) this.pushNotice(record, message, place, noticeKinds[type])
    else this.pushUnknown(record, place)
  }

  /** Puts a divider before the first of the messages that a rewind took back; they all hang on it. */
  private placeOf(record: ReadRecord, message: Fields): Place {
    const at = timeOf(message.timestamp)
    const first = this.surroundings.log.takenFrom(record.from)
    if (first === null) return { at }
    if (first === record.from) {
      const text =
        'The conversation was rewound to before this message: what follows is kept, and the agent does not see it.'
      this.list.add(record, { kind: 'notice', notice: 'rewind', text, at })
    }
    return { at, parent: entryId(first) }
  }

  private pushUser(record: ReadRecord, id: string, message: Fields, place: Place): void {
    const prompt = promptOf(message)
    if (prompt === null) {
      const isResult = partsOf(message.content).some((part) => part.functionResponse !== undefined)
      // Results stand in the reply that made the call; anything else was put in by the program.
      if (!isResult) this.raw.push(record.from)
      return
    }
    const { task } = this.surroundings
    const images = prompt.images.length > 0 && { images: prompt.images.map(describeImage) }
    const entry = { text: prompt.text, ...place, ...images }
    if (task === null || task === id) this.list.add(record, { kind: 'user', ...entry })
    else this.list.add(record, { kind: 'notice', notice: 'other', ...entry })
  }

  private pushReply(record: ReadRecord, message: Fields, place: Place): void {
    for (const thought of listOf(message.thoughts).map(fieldsOf)) {
      const subject = textOf(thought.subject)
      const said = [subject ? `**${subject}**` : null, textOf(thought.description)].filter(Boolean).join('\n\n')
      this.list.add(record, { kind: 'thinking', text: said, ...place })
    }
    const text = textOfParts(partsOf(message.content))
    const calls = listOf(message.toolCalls).map(fieldsOf)
    if (text !== '') this.list.add(record, { kind: 'assistant', text, ...place })
    const isLive = place.parent === undefined && this.surroundings.log.isLastReply(record.from)
    for (const call of calls) {
      const images = imagesOfCall(call)
      const tool = toolCallOf(call, isLive)
      const shown = images.length > 0 && { images: images.map(describeImage) }
      this.list.add(record, { kind: 'tool', text: '', ...place, tool, ...shown })
    }
  }

  private pushNotice(record: ReadRecord, message: Fields, place: Place, notice: Entry['notice']): void {
    const text = textOfParts(partsOf(message.content))
    if (text.trim() === '') return
    const kind = /^Request cancelled\.?$/.test(text.trim()) ? 'interruption' : notice
    this.list.add(record, { kind: 'notice', notice: kind, text, ...place })
  }

  /** The first line and patches to it. They also set what the model is given, which is not what happened. */
  private pushHeader(record: ReadRecord, header: Fields, isKnown: boolean): void {
    const summary = compressionOf(header)
    if (summary !== null) {
      const [{ timestamp } = {} as Fields] = listOf(header.messages).map(fieldsOf).slice(1)
      const text = `The conversation was compressed. The agent goes on from this:\n\n${summary}`
      this.list.add(record, { kind: 'notice', notice: 'compaction', text, at: timeOf(timestamp) })
    } else if (!isKnown) this.raw.push(record.from)
  }

  private pushUnknown(record: ReadRecord, place: Place): void {
    this.raw.push(record.from)
    this.list.add(record, { kind: 'unrecognised', text: JSON.stringify(record.value) ?? '', ...place })
  }
}
