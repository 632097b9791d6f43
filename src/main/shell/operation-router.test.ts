import { fail } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { OperationRouter, type ShellHandlers } from './operation-router'
import type { Request } from './service-requests'

function router(handlers: ShellHandlers = {}) {
  const asked: { op: string; input: unknown; traceId: string }[] = []
  const cancelled: string[] = []
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const askService = (call: { op: string; input: unknown; traceId: string }): Request => {
    asked.push(call)
    const result = Promise.resolve({ ok: true as const, value: call.input, traceId: call.traceId })
    return { result, cancel: () => void cancelled.push(call.op) }
  }
  const log = { info: note, warn: note, error: note }
  return { asked, cancelled, logged, router: new OperationRouter({ handlers, log, askService }) }
}

describe('OperationRouter.call', () => {
  it('sends the service its operations, each under a trace id of its own', async () => {
    const { router: routes, asked } = router()
    const answers = [await routes.call('app.info', {}), await routes.call('app.info', {})]
    expect(asked.map(({ op }) => op)).toEqual(['app.info', 'app.info'])
    expect(answers[0]?.traceId).toBe(asked[0]?.traceId)
    expect(answers[0]?.traceId).not.toBe(answers[1]?.traceId)
  })

  it.each(['nothing', 'toString', '__proto__', 'scan.run', '', undefined, 5, {}])('refuses %j', async (name) => {
    const { router: routes, asked } = router()
    expect(await routes.call(name, {})).toMatchObject({ ok: false, error: { code: 'bad.input' } })
    expect(asked).toEqual([])
  })

  it('answers also where the input is missing or has no JSON form', async () => {
    const { router: routes, asked } = router()
    expect(await routes.call('app.info', undefined)).toMatchObject({ ok: true, value: null })
    const cycle: { self?: unknown } = {}
    cycle.self = cycle
    for (const input of [cycle, 5n, { deep: [5n] }]) {
      const refused = { ok: false, error: { code: 'bad.input' } }
      expect(await routes.call('app.info', input)).toMatchObject(refused)
      expect(await routes.run(1, 'scan.run', input, () => undefined)).toMatchObject(refused)
    }
    expect(asked).toHaveLength(1)
  })

  it('parses the input of what the shell answers itself', async () => {
    const { router: routes } = router({ 'shell.window': () => ({}) })
    expect(await routes.call('shell.window', { action: 'close' })).toMatchObject({ ok: true, value: {} })
    expect(await routes.call('shell.window', { action: 'explode' })).toMatchObject({ error: { code: 'bad.input' } })
  })

  it('turns an expected failure into its code, and a bug into one that the log can be searched for', async () => {
    const { router: routes, logged } = router({
      'shell.openExternal': () => fail('refused', 'no'),
      'shell.copy': () => {
        throw new TypeError('sk-very-secret')
      }
    })
    expect(await routes.call('shell.openExternal', { url: 'x' })).toMatchObject({ error: { code: 'refused' } })
    const bug = await routes.call('shell.copy', { text: 'x' })
    expect(bug).toMatchObject({ ok: false, error: { code: 'internal' } })
    expect(logged.join()).toContain(bug.traceId)
    expect(logged.join()).not.toContain('sk-very-secret')
  })
})

describe('OperationRouter.run', () => {
  it('runs jobs only, one under each number, and forgets a finished one', async () => {
    const { router: routes, cancelled } = router()
    const first = routes.run(1, 'scan.run', {}, () => undefined)
    const second = routes.run(1, 'scan.run', {}, () => undefined)
    routes.cancel(1)
    expect(await second).toMatchObject({ error: { code: 'bad.input' } })
    expect(await first).toMatchObject({ ok: true })
    routes.cancel(1)
    expect(await routes.run(2, 'app.info', {}, () => undefined)).toMatchObject({ error: { code: 'bad.input' } })
    expect(cancelled).toEqual(['scan.run'])
  })
})
