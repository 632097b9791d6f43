import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import type { SourceLocation } from '../../adapter'
import { browse, readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { emptyHome, sourceIn } from './samples'

/** Writes a file below `.gemini`: text as it is, a list as JSON lines, anything else as one JSON document. */
export function put(home: string, name: string, content: unknown): string {
  const path = join(home, '.gemini', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, textOf(name, content))
  return path
}

function textOf(name: string, content: unknown): string {
  if (typeof content === 'string') return content
  if (name.endsWith('.jsonl') && Array.isArray(content)) {
    return content.map((record) => `${JSON.stringify(record)}\n`).join('')
  }
  return JSON.stringify(content, null, 2)
}

export function madeHome(files: Readonly<Record<string, unknown>>): string {
  const home = emptyHome()
  for (const [name, content] of Object.entries(files)) put(home, name, content)
  return home
}

export const header = (sessionId: string, more: Record<string, unknown> = {}) => ({
  sessionId,
  projectHash: 'h',
  startTime: '2026-11-29T12:00:00.000Z',
  lastUpdated: '2026-11-29T12:00:00.000Z',
  kind: 'main',
  ...more
})
export const user = (id: string, text: string) => ({ id, timestamp: at(id), type: 'user', content: [{ text }] })
export const reply = (id: string, content: string, more: Record<string, unknown> = {}) => {
  return { id, timestamp: at(id), type: 'gemini', content, ...more }
}

function at(id: string): string {
  return new Date(Date.UTC(2026, 10, 29, 12, 0, id.charCodeAt(0) % 60)).toISOString()
}

export async function lookAt(home: string) {
  const source: SourceLocation = await sourceIn(home)
  const browsed = await browse(adapter, source)
  const entriesOf = (id: string): readonly Entry[] => browsed.sessions.get(id)?.entries ?? []
  return { source, browsed, entriesOf, reading: readingFor() }
}
