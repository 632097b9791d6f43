import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { pinnedNode } from '../../scripts/setup/places.mjs'
import type { Envelope } from '../../src/shared/ipc/envelope'
import { environmentFor, projectRoot } from './launch'

type FromService =
  | { readonly type: 'ready' | 'drained' | 'progress' }
  | { readonly type: 'result'; readonly id: number; readonly envelope: Envelope<unknown> }
  | { readonly type: 'event'; readonly name: string; readonly payload: unknown }

/** The built service of a window as a process of its own, without a window: many of them may share one folder of ours. */
export class ServiceProcess {
  readonly child: ChildProcess
  readonly events: { readonly name: string; readonly payload: unknown }[] = []
  private readonly waiting = new Map<number, (envelope: Envelope<unknown>) => void>()
  private last = 0
  private readonly ready: Promise<void>

  constructor(home: string, own: string) {
    this.child = fork(join(projectRoot, 'out', 'service', 'entry.js'), {
      execPath: pinnedNode(),
      execArgv: [],
      env: environmentFor(home, own, {}),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc']
    })
    this.ready = new Promise((resolve) => {
      this.child.on('message', (message) => this.hear(message as FromService, resolve))
    })
  }

  async call<T>(op: string, input: unknown): Promise<Envelope<T>> {
    await this.ready
    const id = ++this.last
    return new Promise((resolve) => {
      this.waiting.set(id, (envelope) => resolve(envelope as Envelope<T>))
      this.child.send({ type: 'call', id, traceId: `test-${id}`, op, input })
    })
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.child.once('exit', resolve))
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    this.child.kill('SIGCONT')
    this.child.disconnect()
    await ended
  }

  private hear(message: FromService, ready: () => void): void {
    if (message.type === 'ready') ready()
    if (message.type === 'event') this.events.push(message)
    if (message.type !== 'result') return
    this.waiting.get(message.id)?.(message.envelope)
    this.waiting.delete(message.id)
  }
}
