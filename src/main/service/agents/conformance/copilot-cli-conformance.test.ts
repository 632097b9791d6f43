import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adapter } from '../copilot-cli/adapter'
import { samples } from '../copilot-cli/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const sample = fileURLToPath(new URL('../../../../../e2e/fixtures/agents/copilot-cli/', import.meta.url))
const { expected } = samples

/** An event as Copilot CLI appends it. */
function event(lines: readonly string[], type: string, data: Record<string, unknown>): Record<string, unknown> {
  const parentId = /"id":"([^"]*)","timestamp"/.exec(lines.at(-1) ?? '')?.[1] ?? null
  const timestamp = new Date(Date.UTC(2026, 10, 29, 15, 0, lines.length)).toISOString()
  return { type, data, id: `made-${lines.length}`, timestamp, parentId }
}

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      cpSync(sample, home, { recursive: true })
      return expected.map(({ id }) => id)
    },
    file: (home, id) => join(home, expected.find((session) => session.id === id)?.path ?? ''),
    saying: (text, lines) => event(lines, 'assistant.message', { content: text, toolRequests: [] }),
    unknown: (lines) => event(lines, 'oracle.spoke', {})
  })
)
