import { open, readFile } from 'node:fs/promises'
import { nestsDeeper } from '../../json/nests-deeper'

/** What is known of a file before anybody says whose it is. */
export interface PeekedFile {
  /** Its own name, without folders. */
  readonly name: string
  readonly bytes: number
  /** Its first 64 kB. */
  readonly head: Buffer
  /** Its first records, where it is made of lines of JSON; damaged lines are passed over. */
  readonly records: readonly Readonly<Record<string, unknown>>[]
  /** The document, where it is one of JSON that is not too large. */
  readonly document: Readonly<Record<string, unknown>> | null
}

const headBytes = 64 * 1024
const largestDocument = 256 * 1024 * 1024
const mostRecords = 50
/** No agent nests its records so deeply; what does would take gigabytes to parse. */
const deepest = 1000
/** A first line may be long: an image in the first prompt. */
const longestHead = 8 * 1024 * 1024

export async function peekFile(path: string, name: string, bytes: number): Promise<PeekedFile> {
  const head = await headOf(path, headBytes)
  const looksJson = /^\uFEFF?\s*[{[]/.test(head.subarray(0, 64).toString('utf8'))
  if (!looksJson) return { name, bytes, head, records: [], document: null }
  const records = recordsIn(head)
  const more = records.length > 0 || bytes <= headBytes ? records : recordsIn(await headOf(path, longestHead))
  const isLog = more.length > 1 || (more.length === 1 && /\.jsonl$/i.test(name))
  const document = isLog || bytes > largestDocument ? null : documentIn(await readFile(path, 'utf8'))
  return { name, bytes, head, records: more, document }
}

async function headOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(bytes)
    const { bytesRead } = await file.read(buffer, 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function recordsIn(head: Buffer): PeekedFile['records'] {
  const lines = head.toString('utf8').split('\n', mostRecords * 2)
  return lines
    .map(documentIn)
    .filter((record) => record !== null)
    .slice(0, mostRecords)
}

function documentIn(text: string): Readonly<Record<string, unknown>> | null {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (!/^\s*\{/.test(plain) || nestsDeeper(plain, deepest)) return null
  try {
    const value = JSON.parse(plain) as unknown
    return isObject(value) ? value : null
  } catch {
    // Not whole, or not JSON: what there is of it says nothing about whose it is.
    return null
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member that is a text; null for anything else. */
export function textAt(value: unknown, ...names: readonly string[]): string | null {
  let at = value
  for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined
  return typeof at === 'string' && at !== '' ? at : null
}
