import type { ListedSession, OpenedSession } from '../../adapter'
import { fieldsOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import { type LineFormat, LineSession } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { recordsFrom } from '../../lines/read-records'
import { type Branches, readBranches } from '../../lines/record-branches'
import { blocksOf } from '../../message-blocks/blocks'
import { decodeImage, isImage } from '../../message-blocks/images'
import type { SessionFile } from '../files/session-files'
import { readSettings } from '../files/session-settings'
import { readStart, type SessionStart } from '../records/session-start'
import { copiedTo } from './copied'
import { links } from './links'
import { projectSession } from './session-projector'
import { SessionUsage } from './usage'

export function openSession(file: SessionFile, summary: ListedSession): OpenedSession {
  return new LineSession(new SessionFormat(file, summary))
}

class SessionFormat implements LineFormat {
  readonly path: string
  readonly summary: ListedSession
  readonly findings = []
  readonly usageCounter?: () => SessionUsage
  private ownFrom: number | null = null
  private known: { readonly size: number; readonly branches: Branches } | null = null

  constructor(file: SessionFile, summary: ListedSession) {
    this.path = file.path
    this.summary = summary
    const { tokens } = readSettings(file.path)
    if (tokens !== null) this.usageCounter = () => new SessionUsage(tokens, this.ownFrom ?? 0)
  }

  async projector(source: ByteSource): Promise<Project> {
    const start = startOf(source)
    const branches = this.branchesOf(source)
    this.ownFrom ??= start?.forkedAt ? copiedTo(source, start.forkedAt) : 0
    return projectSession({
      fork: start?.forkedFrom ? `Forked from @@${start.forkedFrom}` : null,
      ownFrom: this.ownFrom,
      leftFor: (from) => branches.leftFor(from),
      isReturn: (from) => branches.isReturn(from)
    })
  }

  image(item: LineItem, values: readonly unknown[], index: number) {
    const image = values.flatMap((value) => imagesOf(value, item.entry.tool?.callId ?? null))[index]
    return image === undefined ? null : decodeImage(image)
  }

  /** Kept for as long as the file has its size. */
  private branchesOf(source: ByteSource): Branches {
    if (this.known?.size === source.size && this.known.branches.isWhole) return this.known.branches
    this.known = { size: source.size, branches: readBranches(source, links) }
    return this.known.branches
  }
}

function startOf(source: ByteSource): SessionStart | null {
  const [first] = recordsFrom(source, 0)
  return first?.kind === 'record' ? readStart(first.value) : null
}

/** Images of a message, or of one result in it. */
function imagesOf(value: unknown, callId: string | null) {
  const blocks = blocksOf(fieldsOf(fieldsOf(value).message).content)
  if (callId === null) return blocks.filter(isImage)
  const results = blocks.filter(({ tool_use_id: id }) => id === callId)
  return results.flatMap(({ content }) => blocksOf(content).filter(isImage))
}
