import { Settings } from '@shared/domain/settings'
import { fail } from '@shared/ipc/errors'
import { describe, expect, it } from 'vitest'
import { checksOutput, createDispatcher } from './dispatcher'
import type { HandlerTable } from './handler'

const signal = new AbortController().signal
const bugs: { op: string; traceId: string; error: unknown }[] = []

function ask(
  op: string,
  input: unknown,
  handlers: Partial<HandlerTable>,
  more: { checkOutput?: boolean; signal?: AbortSignal } = {}
) {
  bugs.length = 0
  const dispatch = createDispatcher({
    handlers: handlers as HandlerTable,
    checkOutput: more.checkOutput ?? true,
    reportBug: (bug) => void bugs.push(bug)
  })
  return dispatch(op, input, { traceId: 't1', signal: more.signal ?? signal, progress: () => undefined })
}

const settings = Settings.parse({ theme: 'dark' })

describe('createDispatcher', () => {
  it('answers with the value and the trace id of the call', async () => {
    const envelope = await ask('settings.get', {}, { 'settings.get': () => settings })
    expect(envelope).toEqual({ ok: true, value: settings, traceId: 't1' })
  })

  it.each([
    ['settings.set', { theme: 'secret-hunter2' }],
    ['settings.set', 'hunter2'],
    ['no.such', {}],
    ['shell.info', {}],
    ['__proto__', {}]
  ])('refuses %s with a bad input, without repeating it', async (op, input) => {
    const envelope = await ask(op, input, {})
    expect(envelope).toMatchObject({ ok: false, error: { code: 'bad.input' } })
    expect(JSON.stringify(envelope)).not.toContain('hunter2')
  })

  it('says how long a text may be that is too long', async () => {
    const envelope = await ask('vault.label', { id: 'x', label: 'l'.repeat(100_000) }, {})
    expect(envelope).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/label: at most \d+ characters/) }
    })
  })

  it('makes an expected failure a value', async () => {
    const envelope = await ask(
      'plan.get',
      { planId: 'p' },
      { 'plan.get': () => fail('plan.expired', 'Too old.', { advice: 'Make a new one.' }) }
    )
    expect(envelope).toEqual({
      ok: false,
      error: { code: 'plan.expired', message: 'Too old.', advice: 'Make a new one.' },
      traceId: 't1'
    })
    expect(bugs).toEqual([])
  })

  it('calls a code that the operation does not declare a bug where answers are checked, and passes it on elsewhere', async () => {
    const handlers = { 'settings.get': () => fail('lease.held', 'x') }
    expect(await ask('settings.get', {}, handlers)).toMatchObject({ error: { code: 'internal' } })
    expect(await ask('settings.get', {}, handlers, { checkOutput: false })).toMatchObject({
      error: { code: 'lease.held' }
    })
  })

  it('keeps what was thrown out of the answer, and reports it with the trace id', async () => {
    const error = new Error('hunter2')
    const envelope = await ask('settings.get', {}, { 'settings.get': () => Promise.reject(error) })
    expect(envelope).toMatchObject({ ok: false, error: { code: 'internal' }, traceId: 't1' })
    expect(JSON.stringify(envelope)).not.toContain('hunter2')
    expect(bugs).toEqual([{ op: 'settings.get', traceId: 't1', error }])
  })

  it('says what the system refused', async () => {
    const error = Object.assign(new Error('x'), { code: 'ENOSPC', syscall: 'write', path: '/full' })
    const envelope = await ask('settings.set', {}, { 'settings.set': () => Promise.reject(error) })
    expect(envelope).toMatchObject({ ok: false, error: { code: 'io', data: { code: 'ENOSPC' } } })
  })

  it('refuses an answer that does not fit the contract, or is too long, where answers are checked', async () => {
    const wrong = { 'settings.get': () => ({ theme: 'pink' }) as never }
    expect(await ask('settings.get', {}, wrong)).toMatchObject({ error: { code: 'internal' } })
    const long = { 'transcript.raw': () => ({ text: 'x'.repeat(1_000_001), next: null }) }
    const input = { session: { source: 's', id: 'i' }, entry: 'e' }
    expect(await ask('transcript.raw', input, long)).toMatchObject({ error: { code: 'internal' } })
    expect(await ask('transcript.raw', input, long, { checkOutput: false })).toMatchObject({ ok: true })
  })

  it('answers a cancelled request as cancelled, and one that failed before as what it is', async () => {
    const stop = new AbortController()
    const waiting = ask(
      'scan.run',
      {},
      {
        'scan.run': (_input, context) =>
          new Promise((_, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason)))
      },
      { signal: stop.signal }
    )
    stop.abort()
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'cancelled' } })
    expect(await ask('settings.get', {}, { 'settings.get': () => settings }, { signal: stop.signal })).toMatchObject({
      error: { code: 'cancelled' }
    })
  })

  it('passes on progress, not too often, and always the last one', async () => {
    const seen: number[] = []
    const dispatch = createDispatcher({
      handlers: {
        'scan.run': async (_input: unknown, context: { progress(value: unknown): void }) => {
          for (let done = 1; done <= 1000; done += 1)
            context.progress({ done, total: 1000, doing: 'x', cancellable: true })
          return { sources: 0, sessions: 0, parsed: 0, unchanged: 0, removed: 0 }
        }
      } as unknown as HandlerTable,
      checkOutput: true,
      reportBug: () => undefined
    })
    await dispatch('scan.run', {}, { traceId: 't', signal, progress: ({ done }) => void seen.push(done) })
    expect(seen.length).toBeLessThan(10)
    expect([seen[0], seen.at(-1)]).toEqual([1, 1000])
  })
})

describe('checksOutput', () => {
  it('checks in development and tests, and where it is asked for', () => {
    expect(
      [{ NODE_ENV: 'test' }, { NODE_ENV: 'development' }, { REPRISE_CHECK_OUTPUT: '1' }].map(checksOutput)
    ).toEqual([true, true, true])
    expect([{}, { NODE_ENV: 'production' }].map(checksOutput)).toEqual([false, false])
  })
})
