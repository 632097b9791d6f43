import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import type { StepDraft } from '../../../restore/plan-draft'
import { pictureOf, quietly, removeTestHomes } from '../../../restore/testing/test-home'
import type { AdapterChange, WritePart } from '../../write-part'
import { adapter } from '../adapter'
import { fixtureHome, readingAt, sourceAt } from '../testing/fixture-home'
import { openHome } from '../testing/open-home'

afterAll(removeTestHomes)

const write = adapter.write as WritePart
const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const oldChat = 'df406299-3c3d-431e-8cb1-95b44087858c'
const failed = '7c1e4d20-e842-4c1b-8ac2-6b0071fb00e5'

const fileOf = (home: string, id: string) => join(home, '.gestura', 'agent_sessions', `${id}.json`)
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
const planned = (home: string, change: AdapterChange) => write.plan(sourceAt(home), change, readingAt())

describe('a kept session', () => {
  const capture = (home: string, id: string) => write.capture(sourceAt(home), id, readingAt())
  const bytesOf = (steps: readonly StepDraft[]) =>
    Object.fromEntries(
      steps.map(({ path, content }) => [path, content === null ? null : Buffer.from(content).toString('hex')])
    )

  it('is all files of the session in all its places, absent ones included, and looking writes nothing', async () => {
    const home = fixtureHome('gestura')
    const before = pictureOf(home)
    const steps = await capture(home, twoTurns)
    expect(pictureOf(home)).toEqual(before)
    expect(steps.map(({ what, content }) => `${what} ${content === null ? 'absent' : 'there'}`)).toEqual([
      'session there',
      'tasks there',
      'tasks absent',
      'tasks there',
      ...Array(5).fill('checkpoint there')
    ])
    for (const { path, content } of steps) {
      if (content !== null) expect(readFileSync(path).equals(content)).toBe(true)
    }
  })

  it.each([twoTurns, oldChat, 'old-17', failed, '252ffa3a-4400-4c93-951e-ccad1a0faae0'])(
    'A16 %s comes back byte for byte after gestura has lost it',
    async (id) => {
      const { home, plan, run } = openHome()
      const kept = await capture(home, id)
      await run(await plan(id, { kind: 'delete' }), {
        ...(kept.some(({ what }) => what === 'checkpoint') && { checkpoints: 'remove' })
      })
      const draft = await planned(home, { kind: 'restore-kept', sessionId: id, parts: kept })
      for (const { path, content } of draft.steps) {
        if (content === null) rmSync(path, { force: true })
        else writeFileSync(path, content)
      }
      const again = await capture(home, id)
      const entriesOf = (steps: readonly StepDraft[]) => steps.filter(({ path }) => !path.endsWith('gui_sessions.json'))
      expect(bytesOf(entriesOf(again))).toEqual(bytesOf(entriesOf(kept)))
      if (id === 'old-17') {
        const { sessions } = json(join(home, '.gestura', 'gui_sessions.json'))
        expect(sessions.map((each: { id: string }) => each.id).sort()).toEqual(['old-17', 'old-18'])
      }
    }
  )

  it.skipIf(process.platform === 'win32')('A16 comes back with the rights that its files had', async () => {
    const { home, engine, plan, run, picture } = openHome()
    chmodSync(fileOf(home, twoTurns), 0o644)
    const before = picture()
    const session = { source: sourceAt(home).id, id: twoTurns }
    const about = {
      title: 'Two turns',
      workspace: null,
      entries: null,
      agentVersion: null,
      layout: null,
      fingerprint: null
    }
    const { id } = await engine.keeper.keep({ session, label: null, by: 'person', about }, quietly.signal)
    await run(await plan(twoTurns, { kind: 'delete' }))
    await run(await plan(twoTurns, { kind: 'restore', checkpoint: id }))
    expect(picture()).toEqual(before)
  })

  it('refuses parts that lie outside the places of this source', async () => {
    const home = fixtureHome('gestura')
    const [part] = await capture(home, twoTurns)
    if (part === undefined) throw new Error('nothing was kept')
    for (const path of [join(home, '.bashrc'), join(home, '.gestura', 'config.yaml'), '/etc/passwd']) {
      const change = { kind: 'restore-kept', sessionId: twoTurns, parts: [{ ...part, path }] } as const
      await expect(planned(home, change)).rejects.toMatchObject({ failure: { code: 'refused' } })
    }
  })

  it('is whole or nothing while gestura writes the session all the time', async () => {
    const home = fixtureHome('gestura')
    const path = fileOf(home, twoTurns)
    const whole = readFileSync(path)
    let writing = true
    const writer = (async () => {
      while (writing) {
        // As gestura does it: the file is emptied, then written.
        writeFileSync(path, '')
        await pause(1)
        writeFileSync(path, whole)
        await pause(60)
      }
    })()
    let kept = 0
    for (let round = 0; round < 8; round++) {
      const steps = await capture(home, twoTurns).catch((error) => {
        expect(error.failure.code).toBe('source.locked')
        return null
      })
      const session = steps?.find(({ id }) => id === 'session')
      if (session?.content == null) continue
      expect(session.content.byteLength).toBe(whole.length)
      kept++
    }
    writing = false
    await writer
    expect(kept).toBeGreaterThan(0)
  })
})
