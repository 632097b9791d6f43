import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adapter } from '../qwen-code/adapter'
import { expected } from '../qwen-code/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const fixtures = new URL('../../../../../e2e/fixtures/agents/qwen-code/', import.meta.url)
const sessions = expected.filter(({ forkedFrom }) => forkedFrom === undefined).slice(0, 4)

interface Linked {
  readonly uuid?: string
  readonly cwd?: string
  readonly sessionId?: string
}

let number = 0

/** A record of the conversation as Qwen Code appends it. */
function after(lines: readonly string[], more: Record<string, unknown>): Record<string, unknown> {
  const linked = lines.findLast((line) => line.includes('"uuid":"'))
  const last = linked === undefined ? {} : (JSON.parse(linked.replaceAll('\0', '')) as Linked)
  number += 1
  const uuid = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
  const { cwd, sessionId } = last
  const at = { sessionId, timestamp: '2026-11-29T14:00:00.000Z', cwd, version: '0.24.4' }
  return { uuid, parentUuid: last.uuid ?? null, ...at, ...more }
}

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      for (const { path } of sessions) {
        mkdirSync(dirname(join(home, path)), { recursive: true })
        cpSync(new URL(path, fixtures), join(home, path))
      }
      return sessions.map(({ id }) => id)
    },
    file: (home, id) => join(home, sessions.find((session) => session.id === id)?.path ?? ''),
    saying: (text, lines) =>
      after(lines, { type: 'assistant', model: 'mock-large', message: { role: 'model', parts: [{ text }] } }),
    unknown: (lines) => after(lines, { type: 'oracle', spoke: true })
  })
)
