import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JsonObject, jsonObject } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writePretty } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { placesOf } from '../places'
import { session as sessionShape } from '../shapes/session-shape'
import { loadSession } from '../store/session-store'
import { emptyHome, put, sourceAt } from '../testing/fixture-home'
import { type Addition, append } from './append-message'
import { headedLists } from './headed-lists'

const at = (second: number) => `2027-06-01T00:00:${String(second).padStart(2, '0')}Z`
const id = 'aa11'

/** A session that lies on the disk; every addition is read from there, written there and read back as the agent reads it. */
function stored(title = 'New Session') {
  const home = emptyHome()
  const path = `.gestura/agent_sessions/${id}.json`
  const fresh = jsonObject([
    ['id', id],
    ['title', title],
    ['created_at', at(0)],
    ['last_active', at(0)]
  ])
  put(home, path, writePretty(writeShape(fresh, sessionShape)))
  const read = () => {
    const parsed = parseLossless(readFileSync(join(home, path), 'utf8'))
    if (!(parsed instanceof JsonObject)) throw new Error('no session')
    return parsed
  }
  const add = (...additions: readonly Addition[]) => {
    for (const each of additions) put(home, path, writePretty(writeShape(append(read(), each), sessionShape)))
    const loaded = loadSession(placesOf(sourceAt(home)).liveSessions, id)
    if (!loaded.ok) throw new Error(loaded.why)
    return JSON.parse(readFileSync(join(home, path), 'utf8'))
  }
  return { home, path, add }
}

const call = (success: boolean, second: number): Addition => ({
  ...{ kind: 'call', id: `c${second}`, name: 'shell', arguments: '{}', result: success ? 'ok' : 'not found' },
  ...{ success, durationMs: 3, at: at(second) }
})

describe('append', () => {
  it('gestura-5 fills working memory with each kind, and only a user message adds an activity event', () => {
    const { add } = stored()
    const user = add({ kind: 'user', content: 'Count the stations\nplease', source: 'voice', at: at(1) })
    expect(user.state.activity_log).toEqual([
      {
        event_type: 'session-user-message',
        payload: { content: 'Count the stations\nplease', source: 'voice' },
        timestamp: at(1)
      }
    ])
    expect(user.state.working_memory.timeline).toMatchObject([{ kind: 'user_goal' }])
    const all = add({ kind: 'assistant', content: 'I will look.', thinking: 'Where?', at: at(2) }, call(true, 3), {
      kind: 'tool',
      content: 'ok',
      callId: 'c3',
      at: at(4)
    })
    expect(all.state.activity_log).toHaveLength(1)
    expect(all.state.messages.map(({ role, source }: Record<string, string>) => [role, source])).toEqual([
      ['user', 'voice'],
      ['assistant', 'system'],
      ['tool', 'system']
    ])
    const memory = all.state.working_memory
    expect(memory.summary).toBe('I will look.')
    expect(memory.resources).toMatchObject([{ kind: 'tool_call', label: 'shell', tool_call_id: 'c3' }])
    expect(memory.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'user_goal',
      'assistant_summary',
      'tool_insight'
    ])
    expect([all.title, all.last_active]).toEqual(['Count the stations', at(4)])
  })

  it('gestura-5 keeps to the caps of the working memory, the newest stay', () => {
    const { add } = stored('Mine')
    const many = Array.from({ length: 30 }, (_, index) => call(true, index % 60))
    const { state, title } = add(...many)
    expect([state.working_memory.resources.length, state.tool_calls.length, title]).toEqual([24, 30, 'Mine'])
  })

  it('gestura-6 working memory, activity and reflection override survive another change', () => {
    const { home, path, add } = stored()
    add({ kind: 'user', content: 'x', source: 'text', at: at(1) })
    const text = readFileSync(join(home, path), 'utf8')
    put(
      home,
      path,
      text.replace(
        '"total_tokens": 0',
        '"total_tokens": 18446744073709551615,\n    "reflection_settings": { "enabled": false },\n    "mine": 1.50'
      )
    )
    const before = JSON.parse(readFileSync(join(home, path), 'utf8'))
    const after = add({ kind: 'tool', content: 'y', callId: 'c', at: at(2) })
    expect(after.state.activity_log).toEqual(before.state.activity_log)
    expect(after.state.working_memory.timeline[0]).toEqual(before.state.working_memory.timeline[0])
    expect(after.state.reflection_settings).toEqual({ enabled: false })
    const spelled = readFileSync(join(home, path), 'utf8')
    expect(spelled).toContain('18446744073709551615')
    expect(spelled).toContain('"mine": 1.50')
  })

  it('gestura-8 takes headed lists out of a reply into working memory', () => {
    const { add } = stored()
    const content = [
      ...['Done so far.', '', '## Decisions', '- Use feet', '* Keep the file', '', 'Blockers:', '1. No network'],
      ...[
        '',
        '**Next steps**',
        '- Measure',
        '',
        'Open questions:',
        '- Which tide?',
        '',
        'Findings:',
        '- Blank rows pass'
      ],
      ...['', 'Other things:', '- not this']
    ].join('\n')
    const { working_memory: memory } = add({ kind: 'assistant', content, at: at(1) }).state
    expect(memory.decisions.map(({ summary }: { summary: string }) => summary)).toEqual(['Use feet', 'Keep the file'])
    expect(memory.blockers).toMatchObject([{ summary: 'No network', status: 'open' }])
    expect([memory.next_actions, memory.open_questions]).toEqual([['Measure'], ['Which tide?']])
    expect(memory.findings).toMatchObject([{ claim: 'Blank rows pass', source: 'assistant_summary' }])
  })

  it('gestura-8 a failed call opens one blocker, and a later success of the same tool resolves it', () => {
    const { add } = stored()
    const twice = add(call(false, 1), call(false, 2)).state.working_memory.blockers
    expect(twice).toMatchObject([{ status: 'open', detail: 'not found', created_at: at(1) }])
    const other = { ...call(true, 3), name: 'file' } as Addition
    expect(add(other).state.working_memory.blockers[0].status).toBe('open')
    expect(add(call(true, 4)).state.working_memory.blockers).toMatchObject([{ status: 'resolved', updated_at: at(4) }])
  })
})

describe('headedLists', () => {
  it('takes nothing from lists under no heading, or after other text', () => {
    const found = headedLists('- loose\nDecisions:\n- one\nAnd now something else\n- two')
    expect(found.decisions).toEqual(['one'])
    expect(Object.values(found).flat()).toEqual(['one'])
  })
})
