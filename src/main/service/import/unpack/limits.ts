import { byteSize } from '@shared/domain/byte-size'
import { fail } from '@shared/ipc/errors'

const MiB = 1024 * 1024

/** What is taken in at most. Above any of these an import is refused with the number, whatever is inside. */
export interface ImportLimits {
  /** Of what is handed over. */
  readonly inputBytes: number
  /** Of everything inside together, and of one file. */
  readonly totalBytes: number
  readonly fileBytes: number
  readonly files: number
  /** Folders inside each other. */
  readonly depth: number
  readonly nameLength: number
  /** Unpacked bytes for each packed one, looked at once an archive gives more than `ratioFrom` bytes. */
  readonly ratio: number
  readonly ratioFrom: number
}

export const usualLimits: ImportLimits = {
  inputBytes: 2048 * MiB,
  totalBytes: 2048 * MiB,
  fileBytes: 1024 * MiB,
  files: 50_000,
  depth: 40,
  nameLength: 1000,
  ratio: 500,
  ratioFrom: 64 * MiB
}

/** Counts what comes in, and refuses what is too much. */
export class ImportMeter {
  readonly limits: ImportLimits
  files = 0
  bytes = 0

  constructor(limits: ImportLimits) {
    this.limits = limits
  }

  addFile(name: string, bytes: number): void {
    this.files += 1
    if (this.files > this.limits.files) tooMany(this.limits.files)
    if (bytes > this.limits.fileBytes) tooLarge(`${name} has`, bytes, this.limits.fileBytes)
  }

  addBytes(bytes: number): void {
    this.bytes += bytes
    if (this.bytes > this.limits.totalBytes) tooLarge('What is inside has', this.bytes, this.limits.totalBytes)
  }
}

export function tooMany(most: number): never {
  return fail('refused', `There are more than ${most} files inside, so nothing of it was looked at.`, {
    advice:
      'Hand over one session, or the folder of one agent. A whole store is read where it lies: name its folder in the settings.',
    data: { most }
  })
}

export function tooLarge(what: string, bytes: number, most: number): never {
  return fail('refused', `${what} ${byteSize(bytes)}; Reprise takes in at most ${byteSize(most)}.`, {
    advice: 'A store that large is read where it lies: name its folder in the settings.',
    data: { bytes, most }
  })
}
