import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { FromService, ServicePort } from './port'
import { type CallContext, type Dispatch, serve } from './serve'

/** A port whose other end is the test. */
function line() {
  const sent: FromService[] = []
  let deliver: (message: unknown) => void = () => undefined
  let close: () => void = () => undefined
  const port: ServicePort = {
    send: (message) => sent.push(message),
    listen: (listener) => {
      deliver = listener
    },
    onClosed: (listener) => {
      close = listener
    }
  }
  return { port, sent, give: (message: unknown) => deliver(message), hangUp: () => close() }
}

const call = (id: number, op = 'echo') => ({ type: 'call', id, traceId: `trace-${id}`, op, input: { id } })

/** A dispatcher whose answers wait until the test lets them go. */
function held() {
  const open: { context: CallContext; finish: () => void }[] = []
  const dispatch: Dispatch = (op, input, context) =>
    new Promise((resolve) => {
      const finish = () => resolve({ ok: true, value: { op, input }, traceId: context.traceId })
      open.push({ context, finish })
    })
  return { open, dispatch }
}

describe('serve', () => {
  it('says that it is ready, and answers a call under its number and trace id', async () => {
    const { port, sent, give } = line()
    serve(
      port,
      async (op, input, { traceId }) => ({ ok: true, value: { op, input }, traceId }),
      () => undefined
    )
    give(call(7))
    await turn()
    expect(sent).toEqual([
      { type: 'ready' },
      { type: 'result', id: 7, envelope: { ok: true, value: { op: 'echo', input: { id: 7 } }, traceId: 'trace-7' } }
    ])
  })

  it('tells a running call of its cancel, and no other', () => {
    const { port, give } = line()
    const { open, dispatch } = held()
    serve(port, dispatch, () => undefined)
    give(call(1))
    give(call(2))
    give({ type: 'cancel', id: 1 })
    expect(open.map(({ context }) => context.signal.aborted)).toEqual([true, false])
  })

  it('sends progress under the number of its call, and events by name', () => {
    const { port, sent, give } = line()
    const { open, dispatch } = held()
    const served = serve(port, dispatch, () => undefined)
    give(call(3))
    const progress = { done: 1, total: 2, doing: 'reading', cancellable: true }
    open[0]?.context.progress(progress)
    served.emit('settings.changed', { theme: 'dark' })
    expect(sent.slice(1)).toEqual([
      { type: 'progress', id: 3, progress },
      { type: 'event', name: 'settings.changed', payload: { theme: 'dark' } }
    ])
  })

  it('finishes what runs before it stops, and refuses what comes after', async () => {
    const { port, sent, give } = line()
    const { open, dispatch } = held()
    const served = serve(port, dispatch, () => undefined)
    give(call(1))
    give({ type: 'shutdown' })
    give(call(2))
    await turn()
    expect(sent.map((message) => message.type)).toEqual(['ready', 'result'])
    expect(sent[1]).toMatchObject({ id: 2, envelope: { ok: false, error: { code: 'service.restarted' } } })
    open[0]?.finish()
    await served.drained
    expect(sent.slice(2).map((message) => message.type)).toEqual(['result', 'drained'])
  })

  it('stops the same way when the other end is gone', async () => {
    const { port, hangUp } = line()
    const served = serve(port, held().dispatch, () => undefined)
    hangUp()
    await served.drained
  })

  it.each([
    null,
    'call',
    { type: 'call' },
    { type: 'call', id: 'x', traceId: 't', op: 'o', input: 1 },
    { type: 'eval' }
  ])('reports %j and does nothing', (message) => {
    const { port, sent, give } = line()
    const problems: string[] = []
    serve(port, held().dispatch, (problem) => problems.push(problem))
    give(message)
    expect(problems).toHaveLength(1)
    expect(sent).toEqual([{ type: 'ready' }])
  })
})
