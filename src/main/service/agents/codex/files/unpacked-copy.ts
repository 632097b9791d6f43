import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { threadId } from 'node:worker_threads'
import { createZstdDecompress } from 'node:zlib'
import { fail } from '@shared/ipc/errors'
import type { Reading } from '../../adapter'
import { fileFingerprint } from './rollout-files'

/**
 * Path of a compressed rollout, unpacked in our own scratch folder, made once per state of the original. Of a damaged one it holds what
 * could be unpacked. Throws `not.found` and `session.unreadable`.
 */
export async function unpackedCopy(
  path: string,
  { scratch, signal }: Pick<Reading, 'scratch' | 'signal'>,
  purpose: 'open' | 'list' = 'open'
): Promise<string> {
  const state = fileFingerprint(path)
  if (state === null) return fail('not.found', `${path} is not there.`)
  const target = join(scratch, `codex-${digest(`${path} ${state}`)}-${purpose}-${threadId}.jsonl`)
  if (existsSync(target)) return target
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const draft = `${target}.draft`
  try {
    await pipeline(createReadStream(path), createZstdDecompress(), createWriteStream(draft, { mode: 0o600 }), {
      signal
    })
  } catch (error) {
    signal.throwIfAborted()
    const { code = '' } = error as NodeJS.ErrnoException
    if (!/^ZSTD|^Z_/.test(code)) {
      await rm(draft, { force: true })
      return fail('session.unreadable', `${path} cannot be unpacked (${code}).`)
    }
  }
  await rename(draft, target)
  return target
}

/** Takes the copy away again, where it was needed for a moment only. */
export async function removeUnpacked(copy: string): Promise<void> {
  await rm(copy, { force: true })
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}
