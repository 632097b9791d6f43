import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { type Fields, fieldsOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { type LineFormat, LineSession } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { type ClaudePlaces, placesOf } from '../places'
import { blocksOf } from '../records/content-blocks'
import { isNoLandmark } from '../records/line-marks'
import { findSession, fingerprintOf, statOf } from '../sessions/find-session'
import { copiedTo } from '../sessions/fork-origin'
import { olderIndexFindings } from '../sessions/older-index'
import { type ReadSession, readSession } from '../sessions/read-session'
import type { SessionFile } from '../sessions/session-files'
import { siblingsIn } from '../sessions/siblings'
import { type Chain, chainOf } from './chain'
import { decodeImage, imageBlocks } from './images'
import { goneSessionOf, openGone } from './open-gone'
import { projectWith } from './project'
import { recordIds } from './record-ids'
import { SideFiles } from './side-files'
import { ReplyUsage } from './usage'

/** Files up to this size are gone through at once for the branches of the conversation; of longer ones only as far as a page needs. */
const wholeChain = 4 * 1024 * 1024

/** Opens a transcript, or what is left of one that is gone. Throws `not.found`, `session.gone` or `session.unreadable`. */
export function openSession(source: SourceLocation, id: string): OpenedSession {
  const places = placesOf(source)
  const file = findSession(places, id)
  if (file === null) return openGone(places, id)
  const stat = statOf(file.path)
  const read = stat === null ? null : readSession(file, stat, siblingsIn(places, file))
  if (read === null) return fail('not.found', `There is no session ${id} in ${places.root}.`)
  if (read.listed.state === 'unreadable')
    return fail('session.unreadable', read.findings[0]?.what ?? 'It cannot be read.')
  return new LineSession(new TranscriptFormat(places, file, read))
}

/** Null when there is nothing of the session. */
export function sessionFingerprint(source: SourceLocation, id: string): string | null {
  const places = placesOf(source)
  const file = findSession(places, id)
  const stat = file === null ? null : statOf(file.path)
  if (stat !== null) return fingerprintOf(stat)
  const history = statOf(places.history)
  if (file !== null || goneSessionOf(places, id) === null) return null
  return `gone|${history === null ? '' : fingerprintOf(history)}`
}

class TranscriptFormat implements LineFormat {
  readonly path: string
  readonly summary: ReadSession['listed']
  readonly findings: ReadSession['findings']
  private readonly file: SessionFile
  private readonly files: SideFiles
  private readonly origin: SessionFile | null
  private ownFrom: number | null = null
  private chain: Chain | null = null

  constructor(places: ClaudePlaces, file: SessionFile, read: ReadSession) {
    this.path = file.path
    this.file = file
    this.summary = read.listed
    this.findings = [...read.findings, ...olderIndexFindings(places, file)]
    this.origin = read.origin
    const session = file.parent === undefined ? file.id : (read.listed.parent ?? file.id)
    this.files = new SideFiles(join(places.projects, file.project, session))
  }

  async projector(source: ByteSource, range: { readonly from: number } | null): Promise<Project> {
    const isSubagent = this.file.parent !== undefined
    const chain = chainOf(this.path, source)
    if (!isSubagent && (range === null || source.size <= wholeChain)) await chain.coverAll(source)
    this.chain = chain
    this.ownFrom ??= this.origin === null ? 0 : copiedTo(this.path, this.origin.path)
    return projectWith({ chain, source, ownFrom: this.ownFrom, isSubagent, files: this.files })
  }

  outlineSkips(_line: Line, bytes: Buffer): boolean {
    return isNoLandmark(bytes)
  }

  outlineSignature(until: number): string {
    return `${this.ownFrom ?? 0}|${this.chain?.signature(until) ?? ''}`
  }

  usageCounter(): ReplyUsage {
    return new ReplyUsage()
  }

  recordIds(source: ByteSource): ReadonlyMap<number, string> {
    return recordIds(source)
  }

  image({ entry }: LineItem, values: readonly unknown[], index: number) {
    const blocks = values.flatMap((value) => imagesOf(fieldsOf(value), entry.tool?.callId ?? null))
    const block = blocks[index]
    return block === undefined ? null : decodeImage(block)
  }

  close(): void {
    this.chain = null
  }
}

/** Images of a record: of a prompt, of a reply, or in the result of one call. */
function imagesOf(record: Fields, callId: string | null): readonly Fields[] {
  const content = record.type === 'attachment' ? fieldsOf(record.attachment).prompt : fieldsOf(record.message).content
  const blocks = blocksOf(content)
  return imageBlocks(callId === null ? blocks : blocks.filter((block) => block.tool_use_id === callId))
}
