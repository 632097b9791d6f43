import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import type { Project, Projection } from '../../lines/projection'
import { blocksOf } from '../../message-blocks/blocks'
import { CallList } from '../../message-blocks/call-list'
import { describeImage, isImage } from '../../message-blocks/images'
import { promptOf, textResultOf } from '../records/prompt'
import { outcomeOf } from '../records/tool-result'
import { callOf, toldCall } from './tool-call'

/** `agentOf`: the subagent that was asked to do a task. */
export function projectMessages(agentOf: (task: string) => string | null): Project {
  return (records) => {
    const projector = new MessageProjector(agentOf)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}

type Place = Pick<Entry, 'at'>

/** Puts the entries of a stretch of messages together. */
class MessageProjector {
  private readonly calls = new CallList()
  private readonly agentOf: (task: string) => string | null

  constructor(agentOf: (task: string) => string | null) {
    this.agentOf = agentOf
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      this.calls.addDamage(record)
      return
    }
    const message = fieldsOf(record.value)
    const place = { at: numberOf(message.ts) }
    if (message.role === 'assistant') this.pushReply(record, message, place)
    else if (message.role === 'user') this.pushUser(record, message, place)
    else this.calls.addUnknown(record, `A message of an unknown role: ${String(message.role).slice(0, 80)}.`, place)
  }

  result(): Projection {
    return this.calls.result()
  }

  private pushReply(record: ReadRecord, message: Fields, place: Place): void {
    for (const block of blocksOf(message.content)) {
      const text = textOf(block.text) ?? ''
      if (block.type === 'text') {
        if (text !== '') this.calls.add(record, { kind: 'assistant', text, ...place })
      } else if (block.type === 'thinking' || block.type === 'redacted_thinking') {
        this.calls.add(record, { kind: 'thinking', text: textOf(block.thinking) ?? '', ...place })
      } else if (block.type === 'tool_use') this.calls.addCall(record, callOf(block, this.agentOf), place)
      else if (isImage(block)) {
        this.calls.add(record, { kind: 'image', text: '', images: [describeImage(block)], ...place })
      } else this.calls.add(record, { kind: 'unrecognised', text: JSON.stringify(block), ...place })
    }
  }

  private pushUser(record: ReadRecord, message: Fields, place: Place): void {
    const results = blocksOf(message.content).filter(({ type }) => type === 'tool_result')
    for (const block of results) {
      this.calls.finish(record, textOf(block.tool_use_id) ?? '', outcomeOf(block, place.at))
    }
    if (results.length > 0) return
    const told = textResultOf(message)
    const prompt = promptOf(message)
    if (told !== null) this.calls.addCall(record, toldCall(told), place)
    else if (prompt === null) this.calls.keepRaw(record)
    else {
      this.calls.cancelOpen()
      const images = prompt.images.map(describeImage)
      this.calls.add(record, { kind: 'user', text: prompt.text, ...(images.length > 0 && { images }), ...place })
    }
  }
}
