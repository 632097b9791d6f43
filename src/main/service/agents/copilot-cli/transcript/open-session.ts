import type { ListedSession, OpenedSession } from '../../adapter'
import { ReplyUsage } from '../../google-content/reply-usage'
import { type Fields, fieldsOf, listOf, textOf } from '../../json-fields/fields'
import type { LineRecord } from '../../lines/line-record'
import { type LineFormat, LineSession, type SessionImage } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import type { SessionFile } from '../files/session-files'
import { eventOf } from '../records/event'
import { isImageAsset } from '../records/prompt'
import { projectEvents } from './event-projector'
import { findAsset } from './find-asset'
import { describeAsset, imageAssets } from './tool-call'

/** Opens a session, or one of its subagents. */
export function openSession(file: SessionFile, summary: ListedSession): OpenedSession {
  return new LineSession(new LogFormat(file, summary))
}

class LogFormat implements LineFormat {
  readonly path: string
  readonly summary: ListedSession
  readonly findings = []
  private readonly agent: string | null

  constructor(file: SessionFile, summary: ListedSession) {
    this.path = file.path
    this.summary = summary
    this.agent = summary.id === file.id ? null : summary.id
  }

  async projector(): Promise<Project> {
    return projectEvents(this.agent)
  }

  /** Bytes that cannot be read are counted with the session itself. */
  belongs(record: LineRecord): boolean {
    return record.kind === 'unreadable' ? this.agent === null : eventOf(record.value).agent === this.agent
  }

  usageCounter(): ReplyUsage {
    return new ReplyUsage((record) => this.tokensOf(record))
  }

  image({ entry }: LineItem, values: readonly unknown[], index: number): SessionImage | null {
    const found = values.flatMap((value) => {
      const { data } = eventOf(value)
      const isOwn = entry.tool === undefined || data.toolCallId === entry.tool.callId
      return isOwn ? [...listOf(data.attachments).map(fieldsOf).filter(isImageAsset), ...imageAssets(data)] : []
    })
    const part = found[index]
    const data = part === undefined ? null : findAsset(this.path, textOf(part.assetId) ?? '')
    return part === undefined || data === null ? null : { mediaType: describeAsset(part).mediaType, data }
  }

  private tokensOf(record: Fields) {
    const { type, data, agent } = eventOf(record)
    const usage = fieldsOf(data.usage)
    const reply = textOf(usage.apiCallId) ?? textOf(record.id)
    if (type !== 'session.usage_record' || agent !== this.agent || reply === null) return null
    return { reply, input: usage.inputTokens, output: usage.outputTokens, cached: usage.cacheReadTokens }
  }
}
