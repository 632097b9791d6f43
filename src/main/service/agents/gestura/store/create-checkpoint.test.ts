import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JsonObject, type JsonValue } from '../../../json/json-value'
import { parseLossless } from '../../../json/parse-lossless'
import { writePretty } from '../../../json/write-json'
import { memberOf } from '../checkpoints/judge-payload'
import { checkpointsOf } from '../checkpoints/list-checkpoints'
import { configInUse } from '../config/read-config'
import { placesOf } from '../places'
import { fixtureHome, put, readingAt, sourceAt } from '../testing/fixture-home'
import { restoredFiles } from '../write/restored-files'
import { listCheckpointMetadata, restoreCheckpoint } from './checkpoint-store'
import { type CheckpointGround, makeCheckpoint } from './create-checkpoint'

const home = fixtureHome('gestura')
const places = placesOf(sourceAt(home))
const ground: CheckpointGround = {
  sessions: places.liveSessions,
  tasks: places.liveTasks,
  config: configInUse(places).root
}
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const newId = '0b54a7a2-4b0f-4a6e-9a53-0f4f5a7d1c11'
const made = { id: newId, sessionId: twoTurns, label: 'mine', createdAt: '2027-06-01T00:00:00.005Z' }

function without(text: string, key: 'config'): string {
  const file = parseLossless(text)
  const payload = memberOf(memberOf(file, 'snapshot'), 'payload') as JsonObject
  return writePretty(new JsonObject(payload.members.filter((member) => member.key !== key)))
}

/** Makes the live session what a checkpoint holds, as an apply does. */
function putBack(id: string, session: string): string {
  const read = checkpointsOf(places.checkpoints, session, readingAt().now()).find((each) => each.id === id)
  if (read === undefined) throw new Error(`there is no checkpoint ${id}`)
  const files = restoredFiles(read)
  put(home, `.gestura/agent_sessions/${session}.json`, files.session)
  put(home, `.gestura/tasks/${session}.json`, files.tasks)
  return readFileSync(read.path, 'utf8')
}

/** Its payload is of the era before working memory, so a new one of the same session has one key more. */
const older = '9a95b7fe-18c5-4f25-b21c-6b0a99f23323'
const listed = listCheckpointMetadata(places.checkpoints)
const all = (listed.ok ? listed.value : [])
  .filter(({ id }) => id !== older)
  .map(({ id, sessionId }) => [id, sessionId ?? ''] as const)

describe('makeCheckpoint', () => {
  it('has 73 samples to compare with', () => expect(all).toHaveLength(73))

  it.each(all)(
    'gestura-1 from what checkpoint %s put back it makes the same session and tasks, byte for byte',
    (id, session) => {
      const original = putBack(id, session)
      const answer = makeCheckpoint(ground, { ...made, sessionId: session })
      if (!answer.ok) throw new Error(answer.why)
      expect(without(answer.value.text, 'config')).toBe(without(original, 'config'))
    }
  )

  it('gestura-1 has the outer levels as gestura prints them, and gestura restores it', () => {
    const answer = makeCheckpoint(ground, made)
    if (!answer.ok) throw new Error(answer.why)
    const { text } = answer.value
    expect(text.split('\n').slice(0, 12)).toEqual([
      '{',
      '  "metadata": {',
      `    "id": "${newId}",`,
      `    "session_id": "${twoTurns}",`,
      '    "created_at": "2027-06-01T00:00:00.005Z",',
      '    "label": "mine"',
      '  },',
      '  "snapshot": {',
      `    "session_id": "${twoTurns}",`,
      '    "payload": {',
      '      "config": {',
      '        "anthropic_model": "claude-sonnet-4-20250514",'
    ])
    put(home, `.gestura/checkpoints/${newId}.json`, text)
    expect(restoreCheckpoint(places.checkpoints, newId)).toMatchObject({ ok: true })
    rmSync(join(places.checkpoints, `${newId}.json`))
  })

  it('takes a missing task file for an empty list, and does not create it', () => {
    const empty = '7630fea9-c99d-43c4-93f8-b25e662f9732'
    const answer = makeCheckpoint(ground, { ...made, sessionId: empty })
    expect(answer).toMatchObject({ ok: true, value: { messages: 0, tasks: 0, dropped: 0 } })
    expect(existsSync(join(places.liveTasks, `${empty}.json`))).toBe(false)
  })

  it('keeps a number that JavaScript cannot hold, and free values in their own order', () => {
    const big = '91143df6-b53c-4408-bbd8-8bb9fad20af9'
    const path = join(places.liveSessions, `${big}.json`)
    put(
      home,
      `.gestura/agent_sessions/${big}.json`,
      readFileSync(path, 'utf8').replace(
        /"total_tokens": \d+/,
        '"total_tokens": 18446744073709551615,\n    "zeta": {"b": 1.10, "a": 1e3}'
      )
    )
    const answer = makeCheckpoint(ground, { ...made, sessionId: big })
    if (!answer.ok) throw new Error(answer.why)
    expect(answer.value.text).toContain('"total_tokens": 18446744073709551615')
    expect(answer.value.text.replace(/\s+/g, ' ')).toContain('"zeta": { "b": 1.10, "a": 1e3 }')
  })

  it('leaves out what a payload could not hold below keys that gestura skips in the session file', () => {
    const bad = fixtureHome('gestura-bad/session-unknown-key-hostile')
    const own = placesOf(sourceAt(bad))
    const [name = ''] = readdirSync(own.liveSessions).filter(
      (each) => each !== '34347177-4fc9-4225-a43a-a1a3a8a3c9a5.json'
    )
    const sessionId = name.slice(0, -'.json'.length)
    const answer = makeCheckpoint(
      { sessions: own.liveSessions, tasks: own.liveTasks, config: undefined },
      { ...made, sessionId }
    )
    if (!answer.ok) throw new Error(answer.why)
    expect(answer.value.dropped).toBeGreaterThan(0)
    put(bad, `.gestura/checkpoints/${newId}.json`, answer.value.text)
    expect(restoreCheckpoint(own.checkpoints, newId)).toMatchObject({ ok: true })
  })

  it('holds a session file of 124 levels, and leaves out what goes deeper below an unknown key', () => {
    const big = '91143df6-b53c-4408-bbd8-8bb9fad20af9'
    const path = join(places.liveSessions, `${big}.json`)
    const whole = readFileSync(path, 'utf8')
    try {
      for (const [levels, dropped] of [
        [124, 0],
        [125, 1]
      ] as const) {
        // The file itself is the first level.
        const nested = '['.repeat(levels - 1) + ']'.repeat(levels - 1)
        put(home, `.gestura/agent_sessions/${big}.json`, whole.replace('{', `{"zeta": ${nested},`))
        expect(makeCheckpoint(ground, { ...made, sessionId: big })).toMatchObject({ ok: true, value: { dropped } })
      }
    } finally {
      put(home, `.gestura/agent_sessions/${big}.json`, whole)
    }
  })

  it('cleans half a surrogate pair out of a label', () => {
    const answer = makeCheckpoint(ground, { ...made, label: 'a\ud800b' })
    const label = answer.ok
      ? memberOf(memberOf(parseLossless(answer.value.text) as JsonValue, 'metadata'), 'label')
      : null
    expect(label).toBe('a\ufffdb')
  })
})
