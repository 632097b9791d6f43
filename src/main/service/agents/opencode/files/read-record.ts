import { readFileSync, statSync } from 'node:fs'

/** A record above this size is not read: a text of it would not fit into one string. */
const largest = 256 * 1024 * 1024

/** Text of a file; empty, which no record is, where it cannot be read. */
export function readRecord(path: string): string {
  try {
    const facts = statSync(path)
    // Reading a pipe would wait for a writer for ever.
    return facts.isFile() && facts.size <= largest ? readFileSync(path, 'utf8') : ''
  } catch {
    return ''
  }
}

/** Changes when the file or folder changes; `-` where there is none. */
export function stateOf(path: string): string {
  try {
    const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
    return facts === undefined ? '-' : `${facts.mtimeNs}:${facts.size}:${facts.ino}`
  } catch {
    return '-'
  }
}
