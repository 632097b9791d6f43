import { existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildEcho } from '../src/main/service/transport/testing/build-echo'
import { childProcesses } from './support/child-processes'
import { type LaunchedApp, launchApp } from './support/launch'

interface Answer {
  readonly ok: boolean
  readonly value?: Record<string, unknown>
  readonly error?: { readonly code: string }
}
interface Reprise {
  call(name: string, input: unknown): Promise<Answer>
  run(name: string, input: unknown, listener: (progress: unknown) => void): { result: Promise<Answer>; cancel(): void }
  subscribe(name: string, listener: (payload: { state: string }) => void): () => void
}
type Page = typeof globalThis & { reprise: Reprise; states: string[]; pending: Promise<Answer> }

const ask = (started: LaunchedApp, name: string, input: unknown = {}) =>
  started.page.evaluate(
    ([operation, value]) => (globalThis as Page).reprise.call(operation as string, value),
    [name, input]
  )

async function serviceOf(started: LaunchedApp, mark: string): Promise<number> {
  const found = childProcesses(started.app.process().pid ?? 0).find(({ command }) => command.includes(mark))
  if (!found) throw new Error(`no service process with ${mark}`)
  return found.pid
}

/** Stops the service in the middle of a call, ends it, and answers what the page was told. */
async function crashDuringCall(started: LaunchedApp, pid: number): Promise<{ open: Answer; states: string[] }> {
  await started.page.evaluate(() => {
    const page = globalThis as Page
    page.states = []
    page.reprise.subscribe('service.state', ({ state }) => page.states.push(state))
  })
  // A stopped process takes no call, so this one is surely open when it dies.
  process.kill(pid, 'SIGSTOP')
  await started.page.evaluate(() => {
    const page = globalThis as Page
    page.pending = page.reprise.call('app.info', {})
  })
  process.kill(pid, 'SIGKILL')
  const open = await started.page.evaluate(() => (globalThis as Page).pending)
  await started.page.waitForFunction(() => (globalThis as Page).states.includes('ready'))
  return { open, states: await started.page.evaluate(() => (globalThis as Page).states) }
}

test.describe('the whole service in a forked Node', () => {
  test('answers, is started again after a crash, and ends with the window', async () => {
    const started = await launchApp({ env: { REPRISE_TRANSPORT: 'forked Node' } })
    expect(await ask(started, 'shell.info')).toMatchObject({ ok: true, value: { transport: 'forked Node' } })
    expect(await ask(started, 'app.info')).toMatchObject({ ok: true, value: { home: started.own } })
    const first = await serviceOf(started, 'out/service/entry.js')
    const { open, states } = await crashDuringCall(started, first)
    expect(open).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(states).toEqual(['restarting', 'ready'])
    expect(await ask(started, 'app.info')).toMatchObject({ ok: true })
    const second = await serviceOf(started, 'out/service/entry.js')
    expect(second).not.toBe(first)
    await started.close({ keep: true })
    expect(existsSync(`/proc/${second}`)).toBe(false)
    expect(started.log().trimEnd()).toMatch(/service: stopped$/)
    rmSync(started.home, { recursive: true })
  })
})

test.describe('the same line in a utility process of this Electron', () => {
  let started: LaunchedApp
  let entry: string

  test.beforeAll(async () => {
    entry = await buildEcho()
    started = await launchApp({
      env: { REPRISE_TRANSPORT: 'utility process', REPRISE_SERVICE_ENTRY: entry },
      args: ['--root', 'tact=/nowhere']
    })
  })
  test.afterAll(async () => {
    await started.close()
    rmSync(dirname(entry), { recursive: true })
  })

  test('carries calls in Electron’s own Node', async () => {
    const node = await started.app.evaluate(() => process.versions.node)
    expect(await ask(started, 'app.info')).toMatchObject({ ok: true, value: { version: '0.0.0-echo', node } })
    expect(await ask(started, 'shell.info')).toMatchObject({ value: { transport: 'utility process' } })
  })

  test('carries progress, and the cancel of a job', async () => {
    const outcome = await started.page.evaluate(async () => {
      const { reprise } = globalThis as Page
      const seen: unknown[] = []
      const job = reprise.run('scan.run', {}, (progress) => {
        seen.push(progress)
        if (seen.length === 3) job.cancel()
      })
      return { answer: await job.result, first: seen[0] }
    })
    expect(outcome.answer).toMatchObject({ ok: true, value: { removed: 1 } })
    expect(outcome.first).toEqual({ done: 0, total: 200, doing: 'echo', cancellable: true })
  })

  test('hands the service its arguments', async () => {
    const answer = await ask(started, 'operations.list')
    expect(answer.value).toMatchObject({ args: ['--root', 'tact=/nowhere'] })
  })

  test('answers open requests after a crash and starts again', async () => {
    const metrics = await started.app.evaluate(({ app }) => app.getAppMetrics())
    const service = metrics.find(({ type, name }) => type === 'Utility' && name === 'Reprise service')
    expect(service).toBeDefined()
    const { open, states } = await crashDuringCall(started, service?.pid ?? 0)
    expect(open).toMatchObject({ ok: false, error: { code: 'service.restarted' } })
    expect(states).toEqual(['restarting', 'ready'])
    expect(await ask(started, 'app.info')).toMatchObject({ ok: true })
  })
})
