import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, textOf, timeOf } from '../../json-fields/fields'
import { placeOf } from '../../lines/item-list'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import { entryId, type Project, type Projection } from '../../lines/projection'
import { blocksOf, textOfBlocks } from '../../message-blocks/blocks'
import { CallList } from '../../message-blocks/call-list'
import { describeImage, isImage } from '../../message-blocks/images'
import { promptOf, visibilityOf } from '../records/prompt'
import { compactionOf, outcomeNotice, planOf, silentKinds } from './state-records'
import { callOf, outcomeOf } from './tool-call'

export interface ProjectionContext {
  /** Text of the divider at the beginning; null where the session is no fork. */
  readonly fork: string | null
  /** Records before this offset were copied from the parent. */
  readonly ownFrom: number
  /** As `Branches` has them. */
  leftFor(from: number): number | null
  isReturn(from: number): boolean
}

/** Number of the divider among the entries of its record, beyond all others, so that theirs stay as they are. */
const returnNumber = 1_000_000

type Place = Pick<Entry, 'at' | 'parent' | 'inherited'>

export function projectSession(context: ProjectionContext): Project {
  return (records) => {
    const projector = new SessionProjector(context)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}

/** Puts the entries of a stretch of a session together: what each record says, and calls with their results. */
class SessionProjector {
  private readonly calls = new CallList()
  private readonly context: ProjectionContext

  constructor(context: ProjectionContext) {
    this.context = context
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.calls.addDamage(record)
      return
    }
    const fields = fieldsOf(record.value)
    const place = this.placeIn(record, fields)
    if (this.context.isReturn(record.from)) this.addReturn(record, place.at)
    if (fields.type === 'message') this.pushMessage(record, fields, place)
    else this.pushState(record, fields, place)
  }

  result(): Projection {
    return this.calls.result()
  }

  private pushState(record: ReadRecord, fields: Fields, place: Place): void {
    const kind = textOf(fields.type) ?? ''
    if (kind === 'session_start' && record.from === 0 && this.context.fork !== null) {
      this.calls.add(record, { kind: 'notice', notice: 'fork', text: this.context.fork, ...place })
    } else if (kind === 'compaction_state') this.calls.add(record, { ...compactionOf(fields), ...place })
    else if (kind === 'todo_state') this.calls.add(record, { ...planOf(fields), ...place })
    else if (kind === 'agent_turn_outcome') this.endTurn(record, fields, place)
    else if (!silentKinds.has(kind)) {
      this.calls.addUnknown(record, `A record of an unknown kind: ${(kind || 'without a type').slice(0, 80)}.`, place)
    }
  }

  private endTurn(record: ReadRecord, fields: Fields, place: Place): void {
    this.calls.cancelOpen()
    const notice = outcomeNotice(fields)
    if (notice !== null) this.calls.add(record, { ...notice, ...place })
  }

  private pushMessage(record: ReadRecord, fields: Fields, place: Place): void {
    const message = fieldsOf(fields.message)
    if (message.role === 'assistant') this.pushReply(record, message, place)
    else if (message.role === 'user') this.pushUser(record, fields, place)
    else this.calls.addUnknown(record, `A message of an unknown role: ${String(message.role).slice(0, 80)}.`, place)
  }

  private pushReply(record: ReadRecord, message: Fields, place: Place): void {
    for (const block of blocksOf(message.content)) {
      const text = textOf(block.text) ?? ''
      if (block.type === 'text') this.calls.add(record, { kind: 'assistant', text, ...place })
      else if (block.type === 'thinking' || block.type === 'redacted_thinking') {
        this.calls.add(record, { kind: 'thinking', text: textOf(block.thinking) ?? '', ...place })
      } else if (block.type === 'tool_use') this.calls.addCall(record, callOf(block), place)
      else if (isImage(block)) {
        this.calls.add(record, { kind: 'image', text: '', images: [describeImage(block)], ...place })
      } else this.calls.add(record, { kind: 'unrecognised', text: JSON.stringify(block), ...place })
    }
  }

  private pushUser(record: ReadRecord, fields: Fields, place: Place): void {
    const blocks = blocksOf(fieldsOf(fields.message).content)
    const results = blocks.filter(({ type }) => type === 'tool_result')
    for (const block of results) {
      this.calls.finish(record, textOf(block.tool_use_id) ?? '', outcomeOf(block, place.at))
    }
    if (results.length > 0) return
    const prompt = promptOf(fields)
    if (prompt !== null) {
      this.calls.cancelOpen()
      const images = prompt.images.map(describeImage)
      this.calls.add(record, { kind: 'user', text: prompt.text, ...(images.length > 0 && { images }), ...place })
    } else if (visibilityOf(fields) === 'user_only') {
      this.calls.add(record, { kind: 'notice', notice: 'other', text: textOfBlocks(blocks), ...place })
    } else this.calls.keepRaw(record)
  }

  private addReturn(record: ReadRecord, at: number | null): void {
    const text = 'The conversation went on from an earlier point. What was said between is kept above.'
    const entry: Entry = { id: entryId(record.from, returnNumber), kind: 'notice', notice: 'rewind', at, text }
    this.calls.addItem({ anchor: record.from, entry, records: [placeOf(record)] })
  }

  private placeIn(record: ReadRecord, fields: Fields): Place {
    const by = this.context.leftFor(record.from)
    return {
      at: timeOf(fields.timestamp),
      ...(by !== null && { parent: entryId(by, returnNumber) }),
      ...(record.from < this.context.ownFrom && { inherited: true as const })
    }
  }
}
