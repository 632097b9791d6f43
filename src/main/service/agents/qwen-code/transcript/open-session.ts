import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { RecentFiles } from '../../google-content/grown'
import { decodeImage, imageParts, partsOf } from '../../google-content/parts'
import { ReplyUsage } from '../../google-content/reply-usage'
import { type Fields, fieldsOf } from '../../json-fields/fields'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { type LineFormat, LineSession } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { findOlder } from '../files/older-files'
import { findSession, type SessionFile } from '../files/session-files'
import { type ReadSession, readSession } from '../listing/read-session'
import { isNoLandmark } from '../listing/summary-state'
import { placesOf } from '../places'
import { Branches } from './branches'
import { Projector } from './projector'
import { tokensOf } from './usage'

/** Opens a transcript. Throws `not.found` or `session.unreadable`. */
export function openSession(source: SourceLocation, id: string): OpenedSession {
  const places = placesOf(source)
  const file = findSession(places, id)
  if (file === null && findOlder(places, id) !== null) {
    return fail('session.unreadable', 'Sessions of earlier versions of Qwen Code are listed and not read.')
  }
  const stat = file === null ? null : statOf(file.path)
  const read = file === null || stat === null ? null : readSession(file, stat)
  if (file === null || read === null) {
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${places.root}.`)
  }
  if (read.listed.state === 'unreadable') {
    return fail('session.unreadable', read.findings[0]?.what ?? 'It cannot be read.')
  }
  return new LineSession(new TranscriptFormat(file, read))
}

/** Null when there is no such session. */
export function sessionFingerprint(source: SourceLocation, id: string): string | null {
  const places = placesOf(source)
  const path = findSession(places, id)?.path ?? findOlder(places, id)
  const stat = path === null ? null : statOf(path)
  return stat === null ? null : fingerprintOf(stat)
}

const known = new RecentFiles<Branches>()

class TranscriptFormat implements LineFormat {
  readonly path: string
  readonly summary: ReadSession['listed']
  readonly findings: ReadSession['findings']
  private branches: Branches | null = null

  constructor(file: SessionFile, read: ReadSession) {
    this.path = file.path
    this.summary = read.listed
    this.findings = read.findings
  }

  async projector(source: ByteSource, range: { readonly from: number } | null): Promise<Project> {
    const branches = this.branches ?? known.of(this.path, () => new Branches(source))
    this.branches = branches
    branches.use(source)
    if (range === null) branches.cover(0)
    return (records, range) => {
      // Others may have gone on with another opening of the file meanwhile.
      branches.use(source)
      branches.cover(range.from)
      const projector = new Projector(branches, range)
      for (const record of records) projector.push(record)
      return projector.result()
    }
  }

  /** Telemetry, replies and results, unless the divider of a branch stands before one. */
  readonly outlineSkips = ({ from }: Line, bytes: Buffer) =>
    isNoLandmark(bytes) && this.branches?.branchOf(from) !== from

  readonly outlineSignature = (until: number) => this.branches?.signature(until) ?? ''

  usageCounter(): ReplyUsage {
    return new ReplyUsage(tokensOf)
  }

  image({ entry }: LineItem, values: readonly unknown[], index: number) {
    const records = values.map(fieldsOf)
    const holding = entry.tool === undefined ? records : records.slice(records.length > 1 ? 1 : 0)
    const image = holding.flatMap(imagesOf)[index]
    return image === undefined ? null : decodeImage(image)
  }

  close(): void {
    this.branches = null
  }
}

function imagesOf(record: Fields): readonly Fields[] {
  return imageParts(partsOf(fieldsOf(record.message).parts))
}
