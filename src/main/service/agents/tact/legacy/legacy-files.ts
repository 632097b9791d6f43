import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StorePaths } from '../store-paths'

/** One run of a session of tact 0.0.1 to 0.3.7: a file of its own (format: "Legacy generations"). */
export interface LegacySegment {
  readonly path: string
  readonly startedAt: number
  readonly changedAt: number
  /** Changes when the file does. */
  readonly stamp: string
}

export interface LegacySession {
  /** The id as the file names have it; other characters than letters, digits, `-` and `_` are `_` there. */
  readonly name: string
  readonly generation: 'transcripts-v0' | 'transcripts-v1'
  /** In the order of their file names. */
  readonly segments: readonly LegacySegment[]
}

/** Sessions of both layouts before SQLite. Their caches and summaries are left out, as tact says they may be. */
export async function listLegacy(paths: StorePaths): Promise<readonly LegacySession[]> {
  const newer = await sessionsIn(join(paths.transcripts, 'v1'), 'transcripts-v1')
  const older = await sessionsIn(paths.transcripts, 'transcripts-v0')
  return [...newer, ...older]
}

async function sessionsIn(folder: string, generation: LegacySession['generation']): Promise<LegacySession[]> {
  const byName = new Map<string, LegacySegment[]>()
  for (const file of (await namesIn(folder)).sort()) {
    const match = /^(\d{1,16})-(.+)\.jsonl\.zst$/.exec(file)
    const name = match?.[2]
    if (name === undefined) continue
    const segment = await segmentAt(join(folder, file), Number(match?.[1]))
    if (segment) byName.set(name, [...(byName.get(name) ?? []), segment])
  }
  return [...byName].map(([name, segments]) => ({ name, generation, segments }))
}

async function segmentAt(path: string, startedAt: number): Promise<LegacySegment | null> {
  try {
    const facts = await stat(path, { bigint: true })
    const stamp = `${facts.mtimeNs}:${facts.size}:${facts.ino}`
    return facts.isFile() ? { path, startedAt, changedAt: Number(facts.mtimeMs), stamp } : null
  } catch {
    // Removed while we looked.
    return null
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** Where the resume state of a session of those layouts lies; null when there is none. */
export async function legacyStatePath(paths: StorePaths, id: string): Promise<string | null> {
  const file = `${Buffer.from(id, 'utf8').toString('hex')}.json.zst`
  for (const path of [join(paths.checkpoints, 'v1', file), join(paths.checkpoints, file)]) {
    const found = await stat(path).catch(() => null)
    if (found?.isFile()) return path
  }
  return null
}
