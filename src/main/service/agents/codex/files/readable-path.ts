import type { Reading } from '../../adapter'
import type { RolloutFile } from './rollout-files'
import { unpackedCopy } from './unpacked-copy'

/** Where a rollout can be read by offsets: its own path, or that of an unpacked copy. */
export async function readablePath(file: RolloutFile, reading: Reading): Promise<string> {
  return file.packed ? unpackedCopy(file.path, reading) : file.path
}
