import type { OpenedSession } from '../../adapter'
import { ReplyUsage } from '../../google-content/reply-usage'
import { type Fields, fieldsOf } from '../../json-fields/fields'
import { bytesSource, type OpenBytes } from '../../lines/byte-source'
import { type LineFormat, LineSession, type SessionImage } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { blocksOf } from '../../message-blocks/blocks'
import { decodeImage, isImage } from '../../message-blocks/images'
import { linesOf, readSettled } from '../files/document'
import type { SessionFile } from '../files/session-files'
import { listSession } from '../listing/list-session'
import { missingFacts } from '../listing/missing-facts'
import type { ClinePlaces } from '../places'
import { imagesIn } from '../records/tool-result'
import { agentsByTask } from './agents-by-task'
import { projectMessages } from './message-projector'

/** Opens a session, a subagent or a task. Throws `not.found` or `session.unreadable`. */
export async function openSession(places: ClinePlaces, file: SessionFile): Promise<OpenedSession> {
  const lines = linesOf(await readSettled(file.path))
  return new LineSession(new DocumentFormat(places, file, lines))
}

/** Shows the document as it was when it was opened. */
class DocumentFormat implements LineFormat {
  readonly path: string
  readonly summary
  readonly findings
  private readonly lines: Buffer
  private readonly agents: ReadonlyMap<string, string>

  constructor(places: ClinePlaces, file: SessionFile, lines: Buffer) {
    this.path = file.path
    this.summary = listSession(file)
    this.findings = missingFacts(file)
    this.lines = lines
    this.agents = agentsByTask(places, file)
  }

  open(): OpenBytes {
    return { ...bytesSource(this.lines), close: () => undefined }
  }

  async projector(): Promise<Project> {
    return projectMessages((task) => this.agents.get(task) ?? null)
  }

  usageCounter(): ReplyUsage {
    return new ReplyUsage(tokensOf)
  }

  image({ entry }: LineItem, values: readonly unknown[], index: number): SessionImage | null {
    const blocks = values.flatMap((value) => blocksOf(fieldsOf(value).content))
    const callId = entry.tool?.callId
    const own = callId === undefined ? blocks : blocks.filter(({ tool_use_id: id }) => id === callId).flatMap(imagesIn)
    const image = own.filter(isImage)[index]
    return image === undefined ? null : decodeImage(image)
  }
}

/** The agent writes the whole document anew, so that each reply stands in it once. */
function tokensOf(message: Fields) {
  const { inputTokens, outputTokens, cacheReadTokens } = fieldsOf(message.metrics)
  const reply = typeof message.id === 'string' ? message.id : `${String(message.ts)}`
  if (message.role !== 'assistant' || inputTokens === undefined) return null
  return { reply, input: inputTokens, output: outputTokens, cached: cacheReadTokens }
}
