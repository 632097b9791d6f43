import type { ConformanceKit, Outcome, Trouble } from '../../conformance/conformance-kit'
import { adapter } from '../adapter'

/** A store that keeps one record of a session where a test can get at it. */
export interface RecordStore {
  make(home: string): readonly string[]
  /** Changes one text part of a reply of the session, always the same. */
  change(home: string, id: string, make: (bytes: Buffer) => Uint8Array | string): void
  keepChanging(home: string, id: string): () => Promise<void>
}

/** A kit for stores of many records, in rows or in files. */
export function recordKit({ make, change, keepChanging }: RecordStore): ConformanceKit {
  const record = (edit: (bytes: Buffer) => Uint8Array | string) => (home: string, id: string) => change(home, id, edit)
  const middle = (bytes: Buffer, patch: Buffer) => {
    const at = bytes.length >> 1
    return Buffer.concat([bytes.subarray(0, at), patch, bytes.subarray(at + patch.length)])
  }
  const withText = (text: string) => (bytes: Buffer) =>
    JSON.stringify({ ...(JSON.parse(bytes.toString('utf8')) as Record<string, unknown>), text })
  const bytesOf = (patch: readonly number[]) => record((bytes) => middle(bytes, Buffer.from(patch)))
  const trouble: Record<Trouble, { readonly outcome: Outcome; apply(home: string, id: string): void }> = {
    empty: { outcome: 'partial', apply: record(() => '') },
    torn: { outcome: 'partial', apply: record((bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.7))) },
    'NUL block': { outcome: 'partial', apply: bytesOf(Array.from({ length: 32 }, () => 0)) },
    glued: { outcome: 'partial', apply: record((bytes) => Buffer.concat([bytes, bytes])) },
    'bad bytes in the middle': { outcome: 'either', apply: bytesOf([0xff, 0xfe, 0x80]) },
    'lone surrogate': { outcome: 'whole', apply: record(withText('half \ud800 pair')) },
    CRLF: { outcome: 'whole', apply: record((bytes) => bytes.toString('utf8').replace('{', '{\r\n')) },
    BOM: { outcome: 'whole', apply: record((bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes])) },
    'unknown kind': {
      outcome: 'partial',
      apply: record((bytes) => bytes.toString('utf8').replace(/"type":\s*"text"/, '"type":"oracle"'))
    },
    '30 MB record': { outcome: 'whole', apply: record(withText('thirty '.repeat(Math.ceil(30_000_000 / 7)))) }
  }
  return { adapter, make, trouble, replace: change, keepChanging }
}
