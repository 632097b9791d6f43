import { setTimeout as pause } from 'node:timers/promises'
import type { Envelope } from '@shared/ipc/envelope'
import { connectToParent } from '../parent-port'
import { type CallContext, serve } from '../serve'

/**
 * A service without sources or database, for tests of the line alone: it runs in every Node that an Electron carries.
 * `app.info` and `settings.get` answer as the contract says, so that the real window can be shown over it.
 */
async function answer(op: string, input: unknown, { signal, progress }: CallContext): Promise<unknown> {
  switch (op) {
    case 'app.info':
      return {
        version: '0.0.0-echo',
        home: '/echo',
        node: process.versions.node,
        library: { state: 'ok', schema: 0 },
        scanning: false,
        everScanned: true
      }
    case 'settings.get':
      return { theme: 'dark', roots: [], singleLetterKeys: true }
    case 'crash':
      process.exit(7)
      break
    case 'slow':
      await pause(300)
      return input
    case 'scan.run':
      for (let done = 0; done < 200 && !signal.aborted; done++) {
        progress({ done, total: 200, doing: 'echo', cancellable: true })
        await pause(20)
      }
      return { sources: 0, sessions: 0, parsed: 0, unchanged: 0, removed: signal.aborted ? 1 : 0 }
    default:
      return { op, input, args: process.argv.slice(2) }
  }
}

async function dispatch(op: string, input: unknown, context: CallContext): Promise<Envelope<unknown>> {
  return { ok: true, value: await answer(op, input, context), traceId: context.traceId }
}

async function run(): Promise<void> {
  const served = serve(await connectToParent(), dispatch, () => undefined)
  served.emit('scan.progress', { done: 1, total: 1, doing: 'echo', sessions: 0, running: false })
  await served.drained
  // What was sent last is still on its way.
  await pause(20)
  process.exit(0)
}

void run()
