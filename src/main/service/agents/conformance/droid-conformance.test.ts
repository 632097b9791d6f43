import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adapter } from '../droid/adapter'
import { samples } from '../droid/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const sample = fileURLToPath(new URL('../../../../../e2e/fixtures/agents/droid/', import.meta.url))
const { expected } = samples

/** A message as droid appends it. */
function message(lines: readonly string[], more: Record<string, unknown>): Record<string, unknown> {
  const linked = lines.findLast((line) => line.startsWith('{"type":"message"'))
  const parentId = /"id":"([^"]*)"/.exec(linked ?? '')?.[1]
  const timestamp = new Date(Date.UTC(2026, 10, 29, 15, 0, lines.length)).toISOString()
  return { type: 'message', id: `made-${lines.length}`, ...(parentId && { parentId }), timestamp, ...more }
}

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      cpSync(sample, home, { recursive: true })
      return expected.map(({ id }) => id)
    },
    file: (home, id) => join(home, expected.find((session) => session.id === id)?.path ?? ''),
    saying: (text, lines) => message(lines, { message: { role: 'assistant', content: [{ type: 'text', text }] } }),
    unknown: () => ({ type: 'oracle', id: 'unknown', spoke: true })
  })
)
