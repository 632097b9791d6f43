import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DiffRow, EntryRow, RecordRow } from '@shared/domain/diff'
import { changeKinds } from '@shared/domain/diff'
import type { TranscriptRef } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { fixtureHome } from '../agents/gestura/testing/fixture-home'
import { pictureOf } from '../restore/testing/test-home'
import { HomeService } from '../testing/home-service'

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirst = 'f4306909-c8f2-4e45-abfa-993354203996'

describe('comparing two points of a gestura session', () => {
  let home: HomeService
  let now: TranscriptRef
  let then: TranscriptRef

  beforeEach(async () => {
    home = new HomeService()
    const sample = fixtureHome('gestura')
    cpSync(sample, home.home, { recursive: true })
    rmSync(sample, { recursive: true, force: true })
    await home.open()
    await home.scan()
    now = await home.ref(twoTurns)
    then = { ...now, checkpoint: afterFirst }
  })
  afterEach(() => home.close())

  const compare = (a: TranscriptRef, b: TranscriptRef) => home.call('compare.make', { a, b })
  async function rows(id: string, part: 'transcript' | 'tasks' | 'config'): Promise<DiffRow[]> {
    return (await home.call('compare.rows', { id, part, limit: 500 })).rows
  }

  it('shows what was said since a checkpoint as added, and the rest as the same; looking writes nothing', async () => {
    const before = pictureOf(join(home.home, '.gestura'))
    const made = await compare(then, now)
    const entries = (await rows(made.id, 'transcript')) as EntryRow[]
    const held = await home.call('transcript.page', { session: then, from: 'start', direction: 'forward' })
    const all = await home.call('transcript.page', { session: now, from: 'start', direction: 'forward' })
    expect(entries.map(({ change }) => change)).toEqual(
      all.entries.map((_, at) => (at < held.entries.length ? 'same' : 'added'))
    )
    expect(entries.map(({ b }) => b?.id)).toEqual(all.entries.map(({ id }) => id))
    const counts = made.parts.find(({ part }) => part === 'transcript')?.counts
    expect(counts).toEqual({
      same: held.entries.length,
      added: all.entries.length - held.entries.length,
      removed: 0,
      changed: 0,
      moved: 0
    })
    expect(pictureOf(join(home.home, '.gestura'))).toEqual(before)
  })

  it('gives runs that stand for the rows, and is made once for two sides that have not changed', async () => {
    const made = await compare(then, now)
    const { runs } = await home.call('compare.runs', { id: made.id, part: 'transcript' })
    const spelled = runs.flatMap((number, at) => (at % 2 === 0 ? Array(runs[at + 1]).fill(changeKinds[number]) : []))
    expect(spelled).toEqual((await rows(made.id, 'transcript')).map(({ change }) => change))
    expect((await compare(then, now)).id).toBe(made.id)
    expect((await compare(now, then)).id).not.toBe(made.id)
  })

  it('compares the configuration of then with that of now by value, masked ones without ever showing them', async () => {
    const path = join(home.home, '.gestura', 'config.yaml')
    const config = readFileSync(path, 'utf8')
    const settings = async () => (await rows((await compare(then, now)).id, 'config')) as RecordRow[]
    const of = (all: readonly RecordRow[], key: string) => all.find(({ label }) => label === key)
    const before = await settings()
    const masked = before.filter(({ fields }) => fields.some(({ b }) => b !== null && 'masked' in b))
    expect(masked.length).toBeGreaterThan(0)
    const argument = masked.find(({ change }) => change === 'same')?.label ?? ''
    expect(argument).toMatch(/^hooks\.hooks\[0\]\.command\.args/)
    const parsed = parse(config)
    parsed.hooks.hooks[0].command.args = parsed.hooks.hooks[0].command.args.map(
      (each: string) => `${each}-7741-unheard-of`
    )
    parsed.pipeline = { ...parsed.pipeline, max_history_messages: 77 }
    writeFileSync(path, stringify(parsed))
    const after = await settings()
    expect(of(after, argument)).toMatchObject({ change: 'changed', fields: [{ name: 'value', differs: true }] })
    expect(of(after, 'pipeline.max_history_messages')?.fields[0]?.b).toEqual({ text: '77' })
    expect(JSON.stringify([before, after])).not.toContain('7741')
    for (const { a, b } of after.flatMap(({ fields }) => fields)) {
      for (const value of [a, b])
        if (value !== null && 'masked' in value) expect(Object.keys(value)).toEqual(['masked'])
    }
  })

  it('says of a kept copy that it holds no configuration, and that nothing else has changed', async () => {
    const { checkpoint } = await home.call('capture.make', { session: now })
    const made = await compare({ ...now, checkpoint: checkpoint.id }, now)
    expect(made.notCompared.map(({ what }) => what)).toEqual(['Configuration'])
    for (const { part, counts } of made.parts)
      expect([part, counts.same > 0, { ...counts, same: 0 }]).toEqual([
        part,
        true,
        { same: 0, changed: 0, removed: 0, added: 0, moved: 0 }
      ])
    expect(made.parts.map(({ part }) => part)).toEqual(['transcript', 'tasks', 'config'])
  })

  it('ends when nobody waits for it any more, and is made anew when it is asked for again', async () => {
    const left = new AbortController()
    const context = { traceId: 'left', signal: left.signal, progress: () => left.abort() }
    expect(await home.service.dispatch('compare.make', { a: then, b: now }, context)).toMatchObject({
      ok: false,
      error: { code: 'cancelled' }
    })
    expect((await compare(then, now)).parts.length).toBeGreaterThan(0)
  })
})
