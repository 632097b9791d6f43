import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildEcho } from '../service/transport/testing/build-echo'
import { startForked } from './forked-service'
import type { Log } from './log'
import { type HostOptions, ServiceHost } from './service-host'
import type { ServiceProgram } from './service-link'

let entry: string
const hosts: ServiceHost[] = []

beforeAll(async () => {
  entry = await buildEcho()
})
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.stop()))
})
afterAll(() => rmSync(dirname(entry), { recursive: true, force: true }))

/** A host over a real process, and everything that it said. */
function startHost(options: Partial<HostOptions> = {}, program: Partial<ServiceProgram> = {}) {
  const events: [string, unknown][] = []
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log: Log = { info: note, warn: note, error: note }
  const whole = {
    transport: 'forked Node' as const,
    entry,
    node: process.execPath,
    args: [],
    env: process.env,
    ...program
  }
  const host = new ServiceHost({
    start: () => startForked(whole),
    log,
    onEvent: (name, payload) => events.push([name, payload]),
    backoffMs: [10, 20],
    ...options
  })
  hosts.push(host)
  host.start()
  const states = () =>
    events.filter(([name]) => name === 'service.state').map(([, payload]) => (payload as { state: string }).state)
  const ask = (op: string, input: unknown = {}) => host.request({ op, input, traceId: `trace of ${op}` }).result
  return { host, events, logged, states, ask }
}

describe('ServiceHost', () => {
  it('answers a call that was made before the service was there', async () => {
    const { ask, states } = startHost({}, { args: ['--root', 'tact=/x'] })
    expect(await ask('anything', { text: '\ud800 é 漢' })).toEqual({
      ok: true,
      value: { op: 'anything', input: { text: '\ud800 é 漢' }, args: ['--root', 'tact=/x'] },
      traceId: 'trace of anything'
    })
    expect(states()).toEqual(['ready'])
  })

  it('passes on events, and the progress of a job until it is cancelled', async () => {
    const { host, events } = startHost()
    const seen: unknown[] = []
    const job = host.request({ op: 'scan.run', input: {}, traceId: 't' }, (progress) => {
      seen.push(progress)
      if (seen.length === 3) job.cancel()
    })
    expect(await job.result).toMatchObject({ ok: true, value: { removed: 1 } })
    expect(seen[0]).toEqual({ done: 0, total: 200, doing: 'echo', cancellable: true })
    expect(events.map(([name]) => name)).toContain('scan.progress')
  })

  it('answers what was open at a crash, starts the service again and then answers new calls', async () => {
    const { ask, states, logged } = startHost()
    const open = ask('slow')
    expect(await ask('crash')).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(await open).toMatchObject({ ok: false, error: { code: 'service.restarted' }, traceId: 'trace of slow' })
    expect(await ask('after')).toMatchObject({ ok: true })
    expect(states()).toEqual(['ready', 'restarting', 'ready'])
    expect(logged).toContainEqual(expect.stringContaining('code 7'))
  })

  it('gives up after as many crashes in a row as it has waits, and refuses calls instead of keeping them', async () => {
    const { ask, states, host } = startHost()
    for (let crash = 0; crash < 3; crash++) await ask('crash')
    expect(host.state.state).toBe('stopped')
    expect(await ask('late')).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(states()).toEqual(['ready', 'restarting', 'ready', 'restarting', 'ready', 'stopped'])
    host.restart()
    expect(await ask('again')).toMatchObject({ ok: true })
  })

  it('says so when there is no Node to run the service', async () => {
    const { ask, host } = startHost({ backoffMs: [] }, { node: '/nowhere/node' })
    expect(await ask('anything')).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(host.state).toMatchObject({ state: 'stopped', message: expect.stringContaining('log') })
  })

  it('lets a running call finish when it is stopped, and ends the process', async () => {
    const { host, ask } = startHost()
    await ask('first')
    const slow = ask('slow', 42)
    await host.stop()
    expect(await slow).toMatchObject({ ok: true, value: 42 })
    expect(host.state.state).toBe('stopped')
  })

  it('asks what takes too long at the end to stop', async () => {
    const { host } = startHost({ graceMs: 50 })
    let started: () => void = () => undefined
    const running = new Promise<void>((resolve) => {
      started = resolve
    })
    const job = host.request({ op: 'scan.run', input: {}, traceId: 't' }, started)
    await running
    await host.stop()
    expect(await job.result).toMatchObject({ ok: true, value: { removed: 1 } })
  })

  it('ends a service that has nothing open and does not end by itself', async () => {
    const deaf = join(dirname(entry), 'deaf.mjs')
    writeFileSync(deaf, "process.on('message', () => undefined); process.send({ type: 'ready' })")
    const { host, logged, states } = startHost({ endMs: 100 }, { entry: deaf })
    await expect.poll(states).toEqual(['ready'])
    await host.stop()
    expect(logged.join()).toContain('did not end')
  })

  it('gives one that still has a request open five times as long, and then ends it too', async () => {
    const deaf = join(dirname(entry), 'deaf.mjs')
    writeFileSync(deaf, "process.on('message', () => undefined); process.send({ type: 'ready' })")
    const endMs = 200
    const { host, ask, logged, states } = startHost({ endMs, graceMs: 10 }, { entry: deaf })
    await expect.poll(states).toEqual(['ready'])
    const open = ask('never answered')
    const asked = Date.now()
    await host.stop()
    const took = Date.now() - asked
    expect(took).toBeGreaterThanOrEqual(5 * endMs)
    expect(took).toBeLessThan(5 * endMs + 3000)
    expect(await open).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(logged.join()).toContain('did not end')
  })

  it('stops also while the service is away between a crash and its restart', async () => {
    const { host, ask, states } = startHost({ backoffMs: [60_000] })
    await ask('crash')
    const kept = ask('kept')
    await host.stop()
    expect(await kept).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    await pause(50)
    expect(states()).toEqual(['ready', 'restarting'])
  })

  it('never logs what a call asked or answered', async () => {
    const { ask, logged } = startHost()
    await ask('echo', { key: 'sk-very-secret' })
    await ask('crash', { key: 'sk-very-secret' })
    expect(logged.join('\n')).not.toContain('sk-very-secret')
  })
})
