import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adapter } from '../pi/adapter'
import { expected } from '../pi/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const fixtures = new URL('../../../../../e2e/fixtures/agents/pi/', import.meta.url)

describeConformance(
  lineKit({
    adapter,
    make: (home) => {
      for (const { path } of expected) {
        mkdirSync(dirname(join(home, path)), { recursive: true })
        cpSync(new URL(path.split('/').map(encodeURIComponent).join('/'), fixtures), join(home, path))
      }
      return expected.map(({ id }) => id)
    },
    file: (home, id) => join(home, expected.find((session) => session.id === id)?.path ?? ''),
    saying: (text, lines) => ({
      type: 'message',
      id: `made${lines.length}`,
      parentId: (JSON.parse(lines.at(-1) ?? '{}') as { id?: string }).id ?? null,
      timestamp: new Date(Date.UTC(2026, 10, 29, 15, 0, lines.length)).toISOString(),
      message: {
        role: 'user',
        content: [{ type: 'text', text }],
        timestamp: Date.UTC(2026, 10, 29, 15, 0, lines.length)
      }
    }),
    unknown: (lines) => ({
      type: 'oracle',
      id: 'unknown1',
      parentId: (JSON.parse(lines.at(-1) ?? '{}') as { id?: string }).id ?? null,
      timestamp: '2026-11-29T15:00:00.000Z'
    })
  })
)
