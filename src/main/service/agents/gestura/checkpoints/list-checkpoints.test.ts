import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emptyHome, fixtureHome, put, readingAt } from '../testing/fixture-home'
import { checkpointsOf, describeCheckpoint } from './list-checkpoints'

const session = '34347177-4fc9-4225-a43a-a1a3a8a3c9a5'
const odd = 'd49cd8dd-382e-4584-90f2-dcab1d75e926'
const good = 'eb6fd8b5-d19c-495a-b0e6-90da00026f6b'

function shown(home: string, id = session, now = readingAt().now()) {
  return checkpointsOf(join(home, '.gestura', 'checkpoints'), id, now).map(describeCheckpoint)
}

const codes = (home: string, id = session) =>
  shown(home, id)
    .find((each) => each.id !== good)
    ?.findings.map(({ code }) => code)

describe('checkpointsOf', () => {
  it('gestura-22 lists a checkpoint that is cut off with what its start still says', () => {
    const home = fixtureHome('gestura-bad/checkpoint-truncated')
    const path = join(home, '.gestura', 'checkpoints', `${good}.json`)
    const text = readFileSync(path, 'utf8')
    put(home, `.gestura/checkpoints/${odd}.json`, text.replaceAll(good, odd).slice(0, text.indexOf('"snapshot"') + 200))
    const [cut] = shown(home).filter(({ id }) => id === odd)
    expect(cut).toMatchObject({ valid: false, restorable: false, holds: { kind: 'other data', messages: null } })
    expect(cut?.at).not.toBeNull()
    expect(cut?.findings.map(({ code }) => code)).toEqual(['gestura.checkpoint.refused'])
  })

  it.each([
    ['checkpoint-without-session-id', 'gestura.checkpoint.no-session'],
    ['checkpoint-id-not-file-name', 'gestura.checkpoint.file-name'],
    ['checkpoint-schema-2', 'gestura.checkpoint.schema'],
    ['checkpoint-session-and-tasks-differ', 'gestura.checkpoint.ids-differ'],
    ['checkpoint-payload-not-a-session', 'gestura.checkpoint.payload'],
    ['checkpoint-from-the-future', 'gestura.checkpoint.future'],
    ['checkpoint-session-id-path', 'gestura.checkpoint.session-id']
  ])('gestura-22 %s: says %s', (name, code) => {
    const home = fixtureHome(`gestura-bad/${name}`)
    const file = JSON.parse(readFileSync(join(home, '.gestura', 'checkpoints', `${odd}.json`), 'utf8')) as {
      metadata: { session_id?: string }
    }
    expect(codes(home, file.metadata.session_id ?? session)).toEqual([code])
  })

  it('gestura-22 says that a checkpoint writes another session than it is listed under', () => {
    expect(codes(fixtureHome('gestura-bad/checkpoint-three-session-ids-differ'), 'in-metadata')).toEqual([
      'gestura.checkpoint.other-session'
    ])
  })

  it.each(['simple', 'braced', 'urn', 'uppercase'])(
    'gestura-22 checkpoint-id-%s is listed in the one spelling',
    (spelling) => {
      expect(shown(fixtureHome(`gestura-bad/checkpoint-id-${spelling}`)).map(({ id }) => id)).toContain(odd)
    }
  )

  it('finds a checkpoint whose keys stand in another order', () => {
    const home = emptyHome()
    const metadata = {
      created_at: '2026-11-20T10:00:00Z',
      label: '{"session_id": "not this"}',
      session_id: session,
      id: good
    }
    put(home, `.gestura/checkpoints/${good}.json`, { snapshot: { payload: null }, metadata })
    put(home, `.gestura/checkpoints/${odd}.json`, { metadata: { ...metadata, id: odd }, snapshot: { payload: null } })
    expect(
      shown(home)
        .map(({ id }) => id)
        .sort()
    ).toEqual([odd, good].sort())
    expect(shown(home, 'not this')).toEqual([])
  })

  it('is empty where there is no folder', () => {
    expect(shown(emptyHome())).toEqual([])
  })
})
