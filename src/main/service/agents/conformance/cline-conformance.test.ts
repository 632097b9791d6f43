import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { adapter } from '../cline/adapter'
import { samples } from '../cline/testing/samples'
import { describeConformance } from './describe-conformance'
import { documentKit } from './document-kit'

const sample = fileURLToPath(new URL('../../../../../e2e/fixtures/agents/cline/', import.meta.url))
const { expected } = samples

function push(document: Record<string, unknown>, message: Record<string, unknown>): void {
  const messages = document.messages as unknown[]
  messages.push({ id: `made-${messages.length}`, ts: Date.UTC(2026, 10, 29, 15), ...message })
}

describeConformance(
  documentKit({
    adapter,
    make: (home) => {
      cpSync(sample, home, { recursive: true })
      return expected.map(({ id }) => id)
    },
    file: (home, id) => join(home, expected.find((session) => session.id === id)?.path ?? ''),
    addUnknown: (document) => push(document, { role: 'oracle', content: 'spoke' }),
    addText: (document, text) => push(document, { role: 'assistant', content: [{ type: 'text', text }] })
  })
)
