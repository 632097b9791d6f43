import { createHash } from 'node:crypto'
import type { JsonValue } from '../../json/json-value'
import { canonicalText } from './format/canonical-text'
import { sessionSnapshot } from './format/session-shapes'

const snapshotDomain = 'a3s.code.session-store-snapshot.identity.v1'
const digestForm = /^sha256:[0-9a-f]{64}$/

/** `sha256:` and the hex of SHA-256 over the domain, a zero byte and the text (format 6.1). */
export function domainDigest(domain: string, text: string): string {
  return `sha256:${createHash('sha256').update(domain, 'utf8').update('\0').update(text, 'utf8').digest('hex')}`
}

/** Exactly `sha256:` and 64 lower-case hex digits (format 6.1). */
export function isDigest(text: unknown): text is string {
  return typeof text === 'string' && digestForm.test(text)
}

/**
 * Digest that crate 9.1.3 would compute for a snapshot (format 6.2). The snapshot must have been accepted by
 * `shapeProblems`; the sealing, the white space and the order of the file do not matter.
 */
export function snapshotDigest(snapshot: JsonValue): string {
  return domainDigest(snapshotDomain, canonicalText(sessionSnapshot, snapshot))
}
