import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { changingHome, talk, theirs, wholeFork } from '../../../restore/testing/changing-home'
import { quietly } from '../../../restore/testing/test-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { findRollout } from '../files/find-rollout'
import { sampleHome } from '../testing/samples'

const celsius = '01a22743-3624-77f2-90d9-0f40720e92a9'
const forked = '01a22743-86d9-7190-8eb4-603a9c0f8d0b'
const compacted = '01a2274f-4523-74e1-b3a0-82191437ff40'
const archived = '01a2274e-e45a-7bb2-9e7d-ac0e33c05ef9'
const child = '01a2274f-4238-71c2-b836-c52c52e53d77'
const secondTurn = '01a22743-8402-7743-908c-c98c814057a0'

const homeOf = () => changingHome('codex', sampleHome())

describe('a conversation of Codex put back', () => {
  it('Codex restore ends before a turn as a rollout of its own, and the undo takes it away', async () => {
    const home = sampleHome()
    const place = await changingHome('codex', home)
    const before = theirs(home)
    const entries = await place.entries(celsius)
    const plan = await place.plan(celsius, { kind: 'restore', checkpoint: secondTurn })
    const { created, operationId, verified } = await place.apply(plan)
    expect(verified).toBe(true)
    const made = await place.entries(created?.id ?? '')
    const second = entries.findIndex(({ text }) => text.startsWith('Now add a short note'))
    expect(talk(made)).toEqual(talk(entries.slice(0, second)))
    expect(made.filter(({ kind }) => kind === 'user').every(({ inherited }) => inherited)).toBe(true)
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('Codex restore-to-entry takes the answer that ends a turn, and refuses what stands within one', async () => {
    const place = await homeOf()
    const entries = await place.entries(celsius)
    const second = entries.findIndex(({ text }) => text.startsWith('Now add a short note'))
    const answer = entries[second - 1]
    const { created } = await place.apply(
      await place.plan(celsius, { kind: 'restore-to-entry', entry: answer?.id ?? '' })
    )
    expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(entries.slice(0, second)))
    const within = place.plan(celsius, { kind: 'restore-to-entry', entry: entries[second]?.id ?? '' })
    await expect(within).rejects.toMatchObject({
      failure: { code: 'refused', advice: expect.stringContaining('ends') }
    })
  })

  it('C11 makes one rollout of a fork and the history that lies in another, with rising numbers', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(forked, wholeFork))
    const id = created?.id ?? ''
    expect(talk(await place.entries(id))).toEqual(talk(await place.entries(forked)))
    const path = findRollout(place.source.root, id)?.path ?? ''
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ ordinal }) => ordinal)).toEqual(lines.map((_, index) => index))
    expect(lines[0].payload).toMatchObject({ id, session_id: id, forked_from_id: forked })
    expect(lines[0].payload.history_base).toBeUndefined()
    expect(lines.filter(({ type }) => type === 'session_meta')).toHaveLength(1)
    // Independent of the others: with them gone it is still wholeFork.
    const before = talk(await place.entries(id))
    for (const other of [celsius, forked]) rmSync(findRollout(place.source.root, other)?.path ?? '')
    expect(talk(await place.entries(id))).toEqual(before)
  })

  it('ends at an entry that lies in the rollout of the parent', async () => {
    const place = await homeOf()
    const entries = await place.entries(forked)
    const answer = entries.findLast(({ id, kind }) => id.startsWith('a1-') && kind === 'assistant')
    const { created } = await place.apply(
      await place.plan(forked, { kind: 'restore-to-entry', entry: answer?.id ?? '' })
    )
    expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(await place.entries(celsius)))
  })

  it.each([
    ['compacted', compacted],
    ['archived', archived]
  ])('forks a session that is %s, whole', async (_, id) => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(id, wholeFork))
    expect(talk(await place.entries(created?.id ?? ''))).toEqual(talk(await place.entries(id)))
    expect(findRollout(place.source.root, created?.id ?? '')).toMatchObject({ archived: false, packed: false })
  })

  it('forks a session whose rollout is compressed', async () => {
    const place = await homeOf()
    const entries = talk(await place.entries(celsius))
    const path = findRollout(place.source.root, celsius)?.path ?? ''
    writeFileSync(`${path}.zst`, zstdCompressSync(readFileSync(path)))
    rmSync(path)
    const { created } = await place.apply(await place.plan(celsius, wholeFork))
    expect(talk(await place.entries(created?.id ?? ''))).toEqual(entries)
  })

  it('keeps every line byte for byte, but for its number and the thread that it names', async () => {
    const place = await homeOf()
    const { created } = await place.apply(await place.plan(celsius, wholeFork))
    const [old, now] = [celsius, created?.id ?? ''].map((id) => {
      const lines = readFileSync(findRollout(place.source.root, id)?.path ?? '', 'utf8').split('\n')
      return lines.slice(1).join('\n')
    })
    expect(now?.replaceAll(created?.id ?? '', celsius)).toBe(old)
  })

  it('moves into another working directory when one is named', async () => {
    const home = sampleHome()
    const place = await changingHome('codex', home)
    const { created } = await place.apply(await place.plan(celsius, { ...wholeFork, workspace: home }))
    const text = readFileSync(findRollout(place.source.root, created?.id ?? '')?.path ?? '', 'utf8')
    const cwds = text
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const { type, payload } = JSON.parse(line)
        return type === 'session_meta' || type === 'turn_context' ? [payload.cwd] : []
      })
    expect(new Set(cwds)).toEqual(new Set([home]))
  })

  it('is refused for the first turn and for a subagent', async () => {
    const place = await homeOf()
    const [first] = (await adapter.checkpoints(place.source, celsius, readingFor())).slice(-1)
    expect(first?.restorable).toBe(false)
    for (const [id, change] of [
      [celsius, { kind: 'restore', checkpoint: first?.id ?? '' }],
      [child, wholeFork]
    ] as const)
      await expect(place.plan(id, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})

describe('a session of Codex', () => {
  it('B7 is kept, and comes back when Codex has lost its rollout', async () => {
    const home = sampleHome()
    const place = await changingHome('codex', home)
    const before = theirs(home)
    const about = {
      title: 'A talk',
      workspace: '/w',
      entries: 9,
      agentVersion: '1',
      layout: 'rollouts',
      fingerprint: 'f'
    }
    const session = { source: place.source.id, id: celsius }
    const kept = await place.engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    rmSync(findRollout(place.source.root, celsius)?.path ?? '')
    await place.apply(await place.plan(celsius, { kind: 'restore', checkpoint: kept.id }))
    expect(theirs(home)).toEqual(before)
  })

  it('stays where a fork needs its rollout, unless the person says otherwise; then the undo brings it back', async () => {
    const home = sampleHome()
    const place = await changingHome('codex', home)
    const before = theirs(home)
    const plan = await place.plan(celsius, { kind: 'delete' })
    expect(plan.conflicts.map(({ what }) => what).join()).toContain('1 session that was forked from it')
    await expect(place.apply(plan)).rejects.toMatchObject({ failure: { code: 'refused' } })
    const again = await place.plan(celsius, { kind: 'delete' })
    const choices = Object.fromEntries(again.conflicts.map(({ id }) => [id, 'replace']))
    const { operationId } = await place.apply(again, choices)
    expect(findRollout(place.source.root, celsius)).toBeNull()
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('is not put back into a place that holds no sessions', async () => {
    const home = sampleHome()
    const place = await changingHome('codex', home)
    const path = findRollout(place.source.root, celsius)?.path ?? ''
    const elsewhere = join(place.source.root, 'sessions-old', basename(path))
    mkdirSync(dirname(elsewhere), { recursive: true })
    renameSync(path, elsewhere)
    const step = { id: 'session', what: 'session', path: elsewhere, approvedRoot: place.source.root } as const
    const part = { ...step, content: Buffer.from('x'), mode: 0o600, because: '' }
    const change = { kind: 'restore-kept', sessionId: celsius, parts: [part] } as const
    await expect(adapter.write?.plan(place.source, change, readingFor())).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
  })
})
