import { RecentFiles } from '../../google-content/grown'
import { decodeImage, imageParts, partsOf } from '../../google-content/parts'
import { ReplyUsage } from '../../google-content/reply-usage'
import { fieldsOf, listOf } from '../../json-fields/fields'
import type { ByteSource, OpenBytes } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import type { LineFormat } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { recordsFrom } from '../../lines/read-records'
import type { ReadSession } from '../listing/read-session'
import { isNoNews } from '../listing/summary-state'
import { promptOf } from '../records/prompt'
import { operationOf } from '../records/record-kinds'
import { OperationLog } from './operation-log'
import { Projector } from './projector'
import { imagesOfCall } from './tool-call'
import { tokensOf } from './usage'

const logs = new RecentFiles<OperationLog>()

function isLog(path: string): boolean {
  return path.endsWith('.jsonl')
}

/** Reads the lines of a session's log, wherever they come from. */
export class TranscriptFormat implements LineFormat {
  readonly path: string
  readonly summary: ReadSession['listed']
  readonly findings: ReadSession['findings']
  private log: OperationLog | null = null
  private task: string | null | undefined

  readonly open: () => OpenBytes
  /** Only for files of a session alone: other lines are made. */
  readonly outlineSignature?: (until: number) => string

  constructor(path: string, { listed, findings }: ReadSession, open: () => OpenBytes) {
    this.path = path
    this.summary = listed
    this.findings = findings
    this.open = open
    if (isLog(path)) this.outlineSignature = (until) => this.log?.signature(until) ?? ''
  }

  async projector(source: ByteSource, range: { readonly from: number } | null): Promise<Project> {
    const log =
      this.log ?? (isLog(this.path) ? logs.of(this.path, () => new OperationLog(source)) : new OperationLog(source))
    this.log = log
    log.use(source)
    if (range === null) log.cover(0)
    if (this.task === undefined) this.task = this.summary.parentKind === 'subagent' ? firstPrompt(source) : null
    const surroundings = { log, task: this.task }
    return (records, range) => {
      // Others may have gone on with another opening of the file meanwhile.
      log.use(source)
      log.cover(range.from)
      const projector = new Projector(surroundings)
      for (const record of records) projector.push(record)
      return projector.result()
    }
  }

  /** Replies and patches of times, unless the divider of a rewind stands before one. */
  readonly outlineSkips = ({ from }: Line, bytes: Buffer) => isNoNews(bytes) && this.log?.takenFrom(from) === null

  usageCounter(): ReplyUsage {
    return new ReplyUsage(tokensOf)
  }

  image({ entry }: LineItem, values: readonly unknown[], index: number) {
    const message = fieldsOf(values[0])
    const calls = listOf(message.toolCalls).map(fieldsOf)
    const call = calls.find(({ id }) => id === entry.tool?.callId)
    const images = entry.tool === undefined ? imageParts(partsOf(message.content)) : call ? imagesOfCall(call) : []
    const image = images[index]
    return image === undefined ? null : decodeImage(image)
  }

  close(): void {
    this.log = null
  }
}

/** The message that gives a subagent its task: the first one. */
function firstPrompt(source: ByteSource): string {
  for (const record of recordsFrom(source, 0)) {
    const operation = record.kind === 'record' ? operationOf(record.value) : null
    if (operation?.type === 'message' && promptOf(operation.message) !== null) return operation.id
  }
  return ''
}
