import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Gateway } from '../../../restore/gateway'
import { type Answer, answer, refuse } from '../store/answer'
import { walFile } from '../store/layout'
import { readWal, type Wal } from '../store/wal'
import { type WalEntry, walLine } from '../store/wal-entry'

const fileMode = 0o600
const lineFeed = 0x0a
const highestSequence = 18446744073709551615n

/** The log as it is now and the number of the next commit. Only under the store's lock does it stay so (format 7.1, step 5). */
export function readNextSequence(root: string): Answer<{ readonly wal: Wal; readonly sequence: bigint }> {
  const wal = readWal(root)
  if (!wal.ok) return wal
  let highest = 0n
  for (const { sequence } of wal.value.entries) if (sequence > highest) highest = sequence
  if (highest === highestSequence) {
    return refuse('wal-sequence-maximum', 'the highest sequence of the log is 2^64-1: the next one overflows')
  }
  return answer({ wal: wal.value, sequence: highest + 1n })
}

/**
 * Appends one entry and makes it durable. A last line without its line feed gets it first: the crate would glue the two together, and
 * the store would not open any more (format 8.2). One call of the system writes it all; what a full disk took only in part is taken
 * back, since a torn line keeps a store closed.
 */
export async function appendWal(gateway: Gateway, root: string, entry: WalEntry): Promise<void> {
  const path = walFile(root)
  const isNew = (await gateway.lookAt(path)) === null
  await gateway.effect(`append ${entry.phase}`, path, () => {
    const descriptor = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, fileMode)
    try {
      appendLine(descriptor, Buffer.from(`${walLine(entry)}\n`, 'utf8'))
    } finally {
      closeSync(descriptor)
    }
  })
  if (isNew) await gateway.syncFolder(dirname(path))
}

function appendLine(descriptor: number, line: Buffer): void {
  const { size } = fstatSync(descriptor)
  const bytes = size > 0 && lastByte(descriptor, size) !== lineFeed ? Buffer.concat([Buffer.of(lineFeed), line]) : line
  try {
    const written = writeSync(descriptor, bytes)
    if (written < bytes.length) throw Object.assign(new Error('the disk took a part of the line'), { code: 'ENOSPC' })
    fsyncSync(descriptor)
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}

function lastByte(descriptor: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  return readSync(descriptor, byte, 0, 1, size - 1) === 1 ? byte[0] : undefined
}
