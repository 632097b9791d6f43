import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import type { Entry } from '@shared/domain/transcript'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { emptyHome, sourceIn } from './samples'

export type Line = Readonly<Record<string, unknown>>

export const madeId = '0199a000-0000-7000-8000-000000000001'

/** A line of the times with an envelope; `second` counts from the session's beginning. */
export function line(second: number, type: string, payload: Line): Line {
  return { timestamp: new Date(Date.UTC(2025, 9, 1, 10, 0, second)).toISOString(), type, payload }
}

export function event(second: number, type: string, more: Line = {}): Line {
  return line(second, 'event_msg', { type, ...more })
}

export function item(second: number, type: string, more: Line = {}): Line {
  return event(second, 'item_completed', { item: { type, ...more } })
}

export function meta(more: Line = {}): Line {
  const payload = { id: madeId, timestamp: '2025-10-01T10:00:00.000Z', cwd: '/w', cli_version: '0.46.0', ...more }
  return line(0, 'session_meta', payload)
}

export function rolloutPath(id = madeId, folder = 'sessions/2025/10/01'): string {
  return `${folder}/rollout-2025-10-01T10-00-00-${id}.jsonl`
}

export function writeRollout(home: string, path: string, lines: readonly Line[], packed = false): string {
  const target = join(home, '.codex', `${path}${packed ? '.zst' : ''}`)
  mkdirSync(dirname(target), { recursive: true })
  const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('')
  writeFileSync(target, packed ? zstdCompressSync(text) : text)
  return target
}

/** A home with one rollout of these lines, opened. */
export async function openMade(lines: readonly Line[], packed = false) {
  const home = emptyHome()
  writeRollout(home, rolloutPath(), lines, packed)
  const source = await sourceIn(home)
  const opened = await adapter.open(source, madeId, readingFor())
  const { entries } = await opened.page({ from: 'start', direction: 'forward', limit: 500 })
  return { home, source, opened, entries }
}

/** Kind and text of entries, or the name and status of a call. */
export function brief(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ kind, notice, text, tool }) => {
    if (tool !== undefined) return `${kind} ${tool.name} ${tool.status}`
    return `${notice ?? kind}: ${text}`
  })
}
