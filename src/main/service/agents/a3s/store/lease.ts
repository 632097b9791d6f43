import type { JsonNumber, JsonObject } from '../../../json/json-value'
import type { SourceKey } from '../../adapter'
import { writerLease } from '../format/checkpoint-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from './answer'
import { leaseFile } from './layout'
import { parseDocument } from './parse-document'
import { readBytes } from './read-bytes'

/** The right to write into the whole store; it has no end and no release (format 8.1). */
export interface WriterLease {
  readonly schema: string
  readonly epoch: bigint
  readonly holderId: string
  readonly acquiredAtMs: bigint
}

/** What the crate's `writer_lease` answers; null when nobody ever took one. */
export function readWriterLease(root: string, key: SourceKey): Answer<WriterLease | null> {
  const path = leaseFile(root)
  const bytes = readBytes(root, path, { key, what: 'writer lease', links: 'any' })
  if (!bytes.ok) return bytes
  if (bytes.value === null) return answer(null)
  const intro = `Failed to parse writer lease from ${path}`
  const document = parseDocument(bytes.value, intro)
  if (!document.ok) return refuse('lease-file-invalid', document.error)
  const [problem] = shapeProblems(writerLease, document.value, 'direct')
  if (problem !== undefined) return refuse('lease-file-invalid', `${intro}: ${problem.message}`)
  const object = document.value as JsonObject
  const lease: WriterLease = {
    schema: object.get('schema') as string,
    epoch: BigInt((object.get('epoch') as JsonNumber).text),
    holderId: object.get('holderId') as string,
    acquiredAtMs: BigInt((object.get('acquiredAtMs') as JsonNumber).text)
  }
  const invalid = leaseProblem(lease)
  return invalid === null ? answer(lease) : refuse('lease-file-invalid', invalid)
}

/** Why a lease is none; null when it is fine (format 8.1). */
export function leaseProblem(lease: WriterLease): string | null {
  if (lease.schema !== 'a3s.code.session-store-writer-lease.v1')
    return 'session store writer lease schema is not supported'
  if (lease.epoch < 1n) return 'session store writer lease epoch must be one-based'
  return lease.holderId.trim() === '' ? 'session store writer lease holder_id must be non-empty' : null
}
