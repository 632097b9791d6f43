import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkShape } from '../../../json/check-shape'
import { parseLossless } from '../../../json/parse-lossless'
import type { Shape } from '../../../json/shape'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { memberOf } from '../checkpoints/judge-payload'
import { fixtureHome, put } from '../testing/fixture-home'
import { checkpoint } from './checkpoint-shape'
import { guiSessions, session } from './session-shape'
import { checkpointConfig } from './settings-shape'
import { taskList } from './task-shape'

const home = fixtureHome('gestura')

const documents: readonly (readonly [string, Shape])[] = [
  ['.gestura/agent_sessions', session],
  ['.gestura/tasks', taskList],
  ['.gestura/.gestura/tasks', taskList],
  ['.local/share/.gestura/tasks', taskList],
  ['.gestura/checkpoints', checkpoint]
]

const files = documents.flatMap(([folder, shape]) =>
  readdirSync(join(home, folder)).map((name) => ({ path: join(folder, name), shape }))
)

const rewritten = (text: string, shape: Shape) => writePretty(writeShape(parseLossless(text), shape))

describe('the shapes of the files', () => {
  it.each(files)('gestura-3 gestura-6 print $path as it is, byte for byte', ({ path, shape }) => {
    const text = readFileSync(join(home, path), 'utf8')
    expect(checkShape(parseLossless(text), shape)).toEqual([])
    expect(rewritten(text, shape)).toBe(text)
  })

  it('gestura-1 print the payload of a checkpoint as the files of its session and its tasks', () => {
    // Both were the same when this checkpoint was made.
    const text = readFileSync(join(home, '.gestura/checkpoints/f1fae027-6e46-453e-bc59-06fa8675cb2b.json'), 'utf8')
    const payload = memberOf(memberOf(parseLossless(text), 'snapshot'), 'payload')
    const tasks = memberOf(payload, 'tasks') as ReturnType<typeof parseLossless>
    const file = readFileSync(join(home, '.gestura/tasks/84c935db-3427-45b0-a959-28f6e98c40b7.json'), 'utf8')
    expect(writePretty(writeShape(tasks, taskList))).toBe(file)
  })

  it('accept the file of the oldest GUI, whose sessions have fewer keys', () => {
    const text = readFileSync(join(home, '.gestura/gui_sessions.json'), 'utf8')
    expect(checkShape(parseLossless(text), guiSessions)).toEqual([])
    expect(checkShape(parseLossless('{}'), guiSessions)).toEqual([])
  })

  it('fill in what an older release left out', () => {
    const folder = join(home, '.gestura/chat_sessions')
    const text = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')
    expect(text).not.toContain('working_memory')
    expect(rewritten(text, session)).toContain('"working_memory": {}')
  })

  it('spell odd times as the agent would', () => {
    const odd = fixtureHome('gestura-bad/session-timestamps-odd')
    const text = readFileSync(join(odd, '.gestura/agent_sessions/15992b3c-ce39-4245-9f2c-f8fff5f56df9.json'), 'utf8')
    const written = rewritten(text, session)
    expect(written).toContain('"created_at": "2026-11-20T11:00:00Z"')
    expect(written).toContain('"last_active": "2026-11-20T11:00:06.902117Z"')
  })

  it('gestura-19 give defaults for every part of the settings that is absent', () => {
    const config = parseLossless(
      '{"pipeline": {"max_history_messages": 7}, "permissions": {}, "llm_primary_provider": "openai"}'
    )
    expect(checkShape(config, checkpointConfig)).toEqual([])
    const written = JSON.parse(writePretty(writeShape(config, checkpointConfig))) as Record<
      string,
      Record<string, unknown>
    >
    expect(written.pipeline).toMatchObject({
      max_history_messages: 7,
      auto_compact_threshold_percent: 80,
      compaction_strategy: 'Summarize'
    })
    expect(written.permissions?.default_level).toBe('Restricted')
    expect(written.hooks).toEqual({
      enabled: false,
      allowed_programs: [],
      hooks: [],
      timeout_ms: 5000,
      max_output_bytes: 65536
    })
  })

  it('keep an integer that a double cannot hold', () => {
    const path = put(
      home,
      'big.json',
      '{"id":"a","title":"","created_at":"2026-11-20T11:00:00Z","last_active":"2026-11-20T11:00:00Z","state":{"total_tokens":9007199254740993}}'
    )
    expect(rewritten(readFileSync(path, 'utf8'), session)).toContain('"total_tokens": 9007199254740993')
  })
})
