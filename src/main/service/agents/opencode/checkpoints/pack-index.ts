import { closeSync, openSync, readSync } from 'node:fs'

const headerBytes = 8
const fanoutBytes = 256 * 4
const hashBytes = 20

/** Whether a pack has an object, from its index (git's format 2): a table by the first byte of the hash, then all hashes in order. */
export function packHolds(path: string, hash: string): boolean {
  const wanted = Buffer.from(hash, 'hex')
  try {
    const file = openSync(path, 'r')
    try {
      const head = readAt(file, 0, headerBytes + fanoutBytes)
      if (head.readUInt32BE(0) !== 0xff744f63 || head.readUInt32BE(4) !== 2) return false
      const [first = 0] = wanted
      const upTo = (byte: number) => (byte < 0 ? 0 : head.readUInt32BE(headerBytes + byte * 4))
      return search(file, wanted, upTo(first - 1), upTo(first))
    } finally {
      closeSync(file)
    }
  } catch {
    // An index that cannot be read proves nothing.
    return false
  }
}

function search(file: number, wanted: Buffer, start: number, end: number): boolean {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    const order = readAt(file, headerBytes + fanoutBytes + middle * hashBytes, hashBytes).compare(wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function readAt(file: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  return buffer.subarray(0, readSync(file, buffer, 0, bytes, at))
}
