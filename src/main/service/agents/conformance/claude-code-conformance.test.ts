import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adapter } from '../claude-code/adapter'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const sample = fileURLToPath(new URL('../../../../../e2e/fixtures/agents/claude-code/', import.meta.url))
const project = join('.claude', 'projects', '-home-dev-weather')

interface Linked {
  readonly uuid?: string
  readonly cwd?: string
  readonly sessionId?: string
}

/** The record that the next one hangs on. */
function lastLinked(lines: readonly string[]): Linked {
  const linked = lines.findLast((line) => line.includes('"uuid":"'))
  return linked === undefined ? {} : (JSON.parse(linked.replaceAll('\0', '')) as Linked)
}

let number = 0

/** A record of the conversation as Claude Code appends it. */
function after(lines: readonly string[], more: Record<string, unknown>): Record<string, unknown> {
  const last = lastLinked(lines)
  number += 1
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const { cwd, sessionId } = last
  const at = { timestamp: '2026-11-29T14:00:00.000Z', cwd, sessionId, version: '2.1.332' }
  return { parentUuid: last.uuid ?? null, isSidechain: false, ...more, uuid, ...at }
}

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      cpSync(sample, home, { recursive: true, preserveTimestamps: true })
      const names = readdirSync(join(home, project)).filter((name) => name.endsWith('.jsonl'))
      // The one that the suite damages: it has an abandoned branch, and no other is a fork of it.
      const ids = names.map((name) => name.slice(0, -'.jsonl'.length))
      return ids.toSorted((a, b) => Number(b.startsWith('33aae2bc')) - Number(a.startsWith('33aae2bc')))
    },
    file: (home, id) => join(home, project, `${id}.jsonl`),
    saying: (text, lines) =>
      after(lines, {
        type: 'assistant',
        message: { id: `msg_${number}`, role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }] }
      }),
    unknown: (lines) => after(lines, { type: 'oracle', spoke: true })
  })
)
