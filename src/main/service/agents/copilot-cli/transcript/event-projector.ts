import type { Entry } from '@shared/domain/transcript'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'
import type { LineRecord, ReadRecord } from '../../lines/line-record'
import type { Project, Projection } from '../../lines/projection'
import { CallList } from '../../message-blocks/call-list'
import { type CopilotEvent, eventOf } from '../records/event'
import { isKeptRaw, isSilent } from '../records/event-kinds'
import { promptOf } from '../records/prompt'
import { noticeOf } from './notices'
import { callOf, describeAsset, outcomeOf } from './tool-call'

/** `agent`: the subagent whose events are shown; null for the session itself. */
export function projectEvents(agent: string | null): Project {
  return (records) => {
    const projector = new EventProjector(agent)
    for (const record of records) projector.push(record)
    return projector.result()
  }
}

type Place = Pick<Entry, 'at'>

/** Puts the entries of a stretch of a log together. */
class EventProjector {
  private readonly calls = new CallList()
  private readonly agent: string | null

  constructor(agent: string | null) {
    this.agent = agent
  }

  push(record: LineRecord): void {
    if (record.kind === 'unreadable') {
      if (this.agent === null) this.calls.addDamage(record)
      return
    }
    const event = eventOf(record.value)
    if (event.agent === this.agent) this.pushOwn(record, event)
    else if (event.type === 'subagent.started' && event.agent !== null) this.nameSubagent(event.agent, event.data)
  }

  result(): Projection {
    return this.calls.result()
  }

  private pushOwn(record: ReadRecord, event: CopilotEvent): void {
    const { type, data, at } = event
    const notice = noticeOf(type, data)
    if (type === 'user.message') this.pushUser(record, event)
    else if (type === 'assistant.message') this.pushReply(record, data, { at })
    else if (type === 'tool.execution_complete') {
      this.calls.finish(record, textOf(data.toolCallId) ?? '', outcomeOf(data, at))
    } else if (type === 'tool.user_requested') this.pushShell(record, data, { at })
    else if (notice !== undefined) this.pushNotice(record, type, notice, { at })
    else if (isKeptRaw(type)) this.calls.keepRaw(record)
    else if (!isSilent(type)) {
      this.calls.addUnknown(record, `An event of an unknown kind: ${(type || 'without a type').slice(0, 80)}.`, { at })
    }
  }

  private pushUser(record: ReadRecord, event: CopilotEvent): void {
    const prompt = promptOf(event)
    if (prompt === null) {
      this.calls.keepRaw(record)
      return
    }
    const images = prompt.images.map(describeAsset)
    this.calls.add(record, { kind: 'user', text: prompt.text, at: event.at, ...(images.length > 0 && { images }) })
  }

  private pushReply(record: ReadRecord, data: Fields, place: Place): void {
    const [thinking, text] = [textOf(data.reasoningText) ?? '', textOf(data.content) ?? '']
    if (thinking !== '') this.calls.add(record, { kind: 'thinking', text: thinking, ...place })
    if (text !== '') this.calls.add(record, { kind: 'assistant', text, ...place })
    for (const request of listOf(data.toolRequests).map(fieldsOf)) {
      const call = callOf(textOf(request.name) ?? 'tool', textOf(request.toolCallId), request.arguments)
      this.calls.addCall(record, call, place)
    }
  }

  private pushShell(record: ReadRecord, data: Fields, place: Place): void {
    const name = textOf(data.toolName) ?? 'bash'
    const text = textOf(fieldsOf(data.arguments).command) ?? name
    this.calls.addShell(record, text, callOf(name, textOf(data.toolCallId), data.arguments), place)
  }

  private pushNotice(record: ReadRecord, type: string, notice: ReturnType<typeof noticeOf>, place: Place): void {
    if (type === 'abort' || type === 'session.error') this.calls.cancelOpen()
    if (notice) this.calls.add(record, { kind: 'notice', ...notice, ...place })
  }

  /** The event stands between the call and its result. */
  private nameSubagent(id: string, data: Fields): void {
    const name = textOf(data.agentDisplayName) ?? textOf(data.agentName) ?? 'subagent'
    this.calls.nameSubagent(textOf(data.toolCallId) ?? '', { id, name })
  }
}
