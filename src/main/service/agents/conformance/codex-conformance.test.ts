import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adapter } from '../codex/adapter'
import { expected } from '../codex/testing/samples'
import { describeConformance } from './describe-conformance'
import { lineKit } from './line-kit'

const fixtures = new URL('../../../../../e2e/fixtures/agents/codex/', import.meta.url)
const sessions = expected.filter(({ forkedFrom }) => forkedFrom === undefined).slice(0, 4)

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
    saying: (text, lines) => ({
      timestamp: new Date(Date.UTC(2026, 10, 29, 15, 0, lines.length)).toISOString(),
      ordinal: lines.length,
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        turn_id: '01a22743-8402-7743-908c-c98c814057a0',
        item: { type: 'UserMessage', id: `item-${lines.length}`, content: [{ type: 'text', text }] }
      }
    }),
    unknown: (lines) => ({
      timestamp: '2026-11-29T15:00:00.000Z',
      ordinal: lines.length,
      type: 'oracle',
      payload: { type: 'spoke' }
    })
  })
)
