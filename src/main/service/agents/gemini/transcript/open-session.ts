import { fail } from '@shared/ipc/errors'
import type { OpenedSession, SourceLocation } from '../../adapter'
import { fieldsOf, listOf } from '../../google-content/fields'
import { fingerprintOf, statOf } from '../../google-content/names-in'
import { decodeImage, imageParts, partsOf } from '../../google-content/parts'
import type { ByteSource } from '../../lines/byte-source'
import type { Line } from '../../lines/line'
import { type LineFormat, LineSession } from '../../lines/line-session'
import type { LineItem, Project } from '../../lines/projection'
import { recordsFrom } from '../../lines/read-records'
import { findSession, type SessionFile } from '../files/find-session'
import { openSessionBytes } from '../files/open-session-bytes'
import { Workspaces } from '../files/project-folders'
import { type ReadSession, readSession } from '../listing/read-session'
import { placesOf } from '../places'
import { promptOf } from '../records/prompt'
import { operationOf } from '../records/record-kinds'
import { OperationLog } from './operation-log'
import { Projector } from './projector'
import { imagesOfCall } from './tool-call'

/** Opens a transcript. Throws `not.found` or `session.unreadable`. */
export function openSession(source: SourceLocation, id: string): OpenedSession {
  const places = placesOf(source)
  const file = findSession(places, id)
  const read = file === null ? null : readSession(file, new Workspaces(places))
  if (file === null || read === null)
    return fail('not.found', `There is no session ${id.slice(0, 80)} in ${places.root}.`)
  if (read.listed.state === 'unreadable') {
    return fail('session.unreadable', read.findings[0]?.what ?? 'It cannot be read.')
  }
  return new LineSession(new TranscriptFormat(file, read))
}

/** Null when there is no such session. */
export function sessionFingerprint(source: SourceLocation, id: string): string | null {
  const file = findSession(placesOf(source), id)
  if (file === null) return null
  return [file.path, ...file.others]
    .map((path) => statOf(path))
    .map((stat) => (stat ? fingerprintOf(stat) : ''))
    .join('|')
}

class TranscriptFormat implements LineFormat {
  readonly path: string
  readonly summary: ReadSession['listed']
  readonly findings: ReadSession['findings']
  private log: OperationLog | null = null
  private task: string | null | undefined

  constructor(file: SessionFile, read: ReadSession) {
    this.path = file.path
    this.summary = read.listed
    this.findings = read.findings
  }

  open() {
    return openSessionBytes(this.path)
  }

  async projector(source: ByteSource): Promise<Project> {
    this.log ??= new OperationLog(source)
    this.log.use(source)
    if (this.task === undefined) this.task = this.summary.parentKind === 'subagent' ? firstPrompt(source) : null
    const surroundings = { log: this.log, task: this.task }
    return (records, range) => {
      surroundings.log.cover(range.from)
      const projector = new Projector(surroundings)
      for (const record of records) projector.push(record)
      return projector.result()
    }
  }

  outlineSkips(_line: Line, bytes: Buffer): boolean {
    const head = bytes.toString('latin1', 0, 340)
    return /^\{"\$set":\{"lastUpdated"/.test(head)
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
