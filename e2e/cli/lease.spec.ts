import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { makeBulky } from '../support/bulky-session'
import { CommandProcess, runCommand } from '../support/held-writer'
import { ServiceProcess } from '../support/service-process'
import { GesturaFiles } from '../window/pages/gestura-files'
import { leftAloneHome } from '../window/pages/left-alone-home'

const celsius = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirstTurn = 'f4306909-c8f2-4e45-abfa-993354203996'
const free = { state: 'free', holder: null, since: null }

test.describe('who may write', () => {
  test.skip(process.platform !== 'linux', 'stops processes by signals of Linux')
  let home: string
  let own: string
  let files: GesturaFiles

  test.beforeEach(() => {
    home = leftAloneHome('gestura')
    own = join(mkdtempSync(join(tmpdir(), 'reprise-lease-')), 'own')
    files = new GesturaFiles(home, celsius)
    makeBulky(files.session, 12_000_000)
  })
  test.afterEach(() => {
    for (const folder of [home, own]) rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  })

  const reprise = (...args: string[]) => new CommandProcess(home, own, args)
  const planned = () =>
    runCommand<{ planId: string; digest: string }>(home, own, ['plan', `gestura:${celsius}`, afterFirstTurn])

  async function heldCommand(): Promise<CommandProcess> {
    const { planId, digest } = await planned()
    const command = reprise('apply', planId, '--digest', digest)
    await command.stopWhenItHolds(own)
    return command
  }

  test('a command names the one that writes, takes over by number, and is refused with exit code 3 where that is an old one', async () => {
    expect(await runCommand(home, own, ['lease'])).toEqual({ ...free, epoch: 0 })
    const holder = await heldCommand()
    const before = files.bytes()
    const seen = await runCommand<{ epoch: number }>(home, own, ['lease'])
    expect(seen).toMatchObject({ state: 'other', holder: holder.name, epoch: 1 })

    const wrong = await reprise('lease', '--take-over', '--epoch', '9').ended
    expect(wrong.code).toBe(3)
    expect(JSON.parse(wrong.out)).toMatchObject({
      error: { code: 'precondition.failed', data: { holder: holder.name } }
    })
    expect(await runCommand(home, own, ['lease'])).toEqual(seen)

    const { planId, digest } = await planned()
    const refused = await reprise('apply', planId, '--digest', digest).ended
    expect(refused.code).toBe(3)
    expect(JSON.parse(refused.out)).toMatchObject({ error: { code: 'lease.held', data: { holder: holder.name } } })
    expect(files.bytes()).toEqual(before)

    expect(await runCommand(home, own, ['lease', '--take-over', '--epoch', '1'])).toEqual({ ...free, epoch: 2 })
    holder.child.kill('SIGCONT')
    const end = await holder.ended
    expect(end.code).toBe(3)
    expect(JSON.parse(end.out)).toMatchObject({ error: { code: 'lease.held' } })
    expect(files.bytes()).toEqual(before)
    expect(await runCommand(home, own, ['lease', '--take-over'])).toEqual({ ...free, epoch: 2 })
  })

  test('two services over one folder: the second hears of the first, only reads, takes over, and the first is told', async () => {
    const [first, second] = [new ServiceProcess(home, own), new ServiceProcess(home, own)]
    try {
      const { planId, digest } = await planned()
      expect((await second.call('lease.state', {})).ok).toBe(true)
      const before = files.bytes()
      const running = first.call('plan.apply', { planId, digest })
      await expect.poll(() => heard(second).at(-1)?.state, { intervals: [2] }).toBe('other')
      first.child.kill('SIGSTOP')
      const name = `${hostname()}:${first.child.pid}`
      const seen = await second.call<{ state: string; epoch: number }>('lease.state', {})
      expect(seen).toMatchObject({ ok: true, value: { state: 'other', holder: name, epoch: 1 } })

      expect(await second.call('plan.apply', { planId, digest })).toMatchObject({
        ok: false,
        error: { code: 'lease.held', data: { holder: name } }
      })
      expect((await second.call('sessions.facets', {})).ok).toBe(true)
      expect(files.bytes()).toEqual(before)

      expect(await second.call('lease.takeOver', { epoch: 1 })).toMatchObject({
        ok: true,
        value: { ...free, epoch: 2 }
      })
      const settled = files.bytes()
      first.child.kill('SIGCONT')
      expect(await running).toMatchObject({
        ok: false,
        error: { code: 'lease.held', data: { lost: true } }
      })
      expect(files.bytes()).toEqual(settled)
      await expect.poll(() => heard(first).at(-1)).toMatchObject({ state: 'free', epoch: 2 })
      await expect.poll(() => heard(second).at(-1)).toMatchObject({ state: 'free', epoch: 2 })
      // It is out for that one write only.
      const again = await planned()
      expect(await first.call('plan.apply', again)).toMatchObject({ ok: true, value: { state: 'done' } })
    } finally {
      await Promise.all([first.close(), second.close()])
    }
  })
})

function heard(service: ServiceProcess): readonly { state: string; epoch: number }[] {
  return service.events.flatMap(({ name, payload }) =>
    name === 'lease.changed' ? [payload as { state: string; epoch: number }] : []
  )
}
