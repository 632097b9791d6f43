import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf } from '../../json-fields/fields'
import { parseBytes } from '../../lines/parse-bytes'

/** A conversation as its document has it. */
export interface ClineDocument {
  readonly messages: readonly unknown[]
  /** The document's other fields; none where it is a bare list, as the extension writes it. */
  readonly about: Fields
}

interface Kept {
  readonly state: string
  readonly document: ClineDocument
}

/** The documents that were looked at last, by path. */
const kept = new Map<string, Kept>()
const mostKept = 4
/** The agent writes the whole document anew: for so long it may stand there half. */
const pauseMs = 40

/** Throws `not.found`, or `session.unreadable` where this is no conversation. */
export function readDocument(path: string): ClineDocument {
  const stat = statOf(path)
  if (stat === null) return fail('not.found', `${path} is not there.`)
  if (!stat.isFile()) return fail('session.unreadable', `${path} is not a file.`)
  const state = fingerprintOf(stat)
  const known = kept.get(path)
  if (known?.state === state) return known.document
  const document = parse(path)
  kept.delete(path)
  kept.set(path, { state, document })
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return document
}

/** As `readDocument`, with a second look at one that is perhaps being written. */
export async function readSettled(path: string): Promise<ClineDocument> {
  try {
    return readDocument(path)
  } catch (error) {
    if (!(error instanceof ExpectedFailure) || error.failure.code !== 'session.unreadable') throw error
    await delay(pauseMs)
    return readDocument(path)
  }
}

/** The messages as JSON lines, so that they are read, paged and counted as the logs of other agents are. */
export function linesOf({ messages }: ClineDocument): Buffer {
  return Buffer.from(messages.map((message) => `${JSON.stringify(message ?? null)}\n`).join(''))
}

function parse(path: string): ClineDocument {
  const value = parseBytes(readBytes(path))?.value
  if (Array.isArray(value)) return { messages: value, about: {} }
  const { messages, ...about } = fieldsOf(value)
  if (Array.isArray(messages)) return { messages, about }
  return fail('session.unreadable', `${path} is no conversation that can be read.`, {
    advice: 'It may have been cut off, or Cline may be writing it.'
  })
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return fail('not.found', `${path} is not there.`)
    return fail('session.unreadable', `${path} cannot be read (${code}).`)
  }
}
