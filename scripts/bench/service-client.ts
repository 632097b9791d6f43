import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serviceMemory } from '../../src/main/service/service-memory.ts'
import { serviceFlags } from '../../src/main/shell/service-flags.ts'

/** An answer, an event or a progress message as it came over the line, with the text that it was on it. */
export interface Heard {
  readonly at: number
  readonly type: string
  readonly name: string
  readonly text: string
}

interface Envelope {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly code: string; readonly message: string }
}

export interface ClientOptions {
  /** The home folder that the service sees. */
  readonly home: string
  /** Our own folder. */
  readonly own: string
  readonly env?: Readonly<Record<string, string>>
}

const entry = join(import.meta.dirname, '..', '..', 'out', 'service', 'entry.js')

/** Nothing of the person's own environment reaches the service. */
export function cleanEnvironment(options: ClientOptions): Record<string, string> {
  const { home } = options
  const kept = ['PATH', 'LANG', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    XDG_CACHE_HOME: join(home, '.cache'),
    REPRISE_HOME: options.own,
    ...options.env
  }
}

/** Sessions that their agent is about to remove would be kept meanwhile: how many those are depends on the day. */
function writeSettings(own: string): void {
  const path = join(own, 'settings.json')
  if (existsSync(path)) return
  mkdirSync(own, { recursive: true, mode: 0o700 })
  writeFileSync(path, JSON.stringify({ keepLeaving: false }))
}

/**
 * The built service in a process of its own, spoken to over its own line, so that what is measured and searched is what a window
 * gets. Everything that comes over the line is kept in `heard` while `keep` is set.
 */
export class ServiceClient {
  readonly heard: Heard[] = []
  keep = false
  private readonly child: ChildProcess
  private readonly waiting = new Map<number, (envelope: Envelope) => void>()
  private readonly listeners = new Set<(name: string, payload: unknown) => void>()
  private next = 1
  private readonly ready: Promise<void>

  constructor(options: ClientOptions) {
    if (!existsSync(entry)) throw new Error('There is no built service. Run: npm run build')
    writeSettings(options.own)
    // `advanced` as the window's own host uses it would hide what JSON costs; the default is what it has.
    this.child = fork(entry, [], {
      execArgv: [...serviceFlags],
      env: { ...cleanEnvironment(options), ...serviceMemory },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
    this.child.stdout?.on('data', (chunk: Buffer) => this.note('stdout', 'stdout', chunk.toString()))
    this.child.stderr?.on('data', (chunk: Buffer) => this.note('stderr', 'stderr', chunk.toString()))
    this.ready = new Promise((resolve, reject) => {
      this.child.once('exit', (code) => reject(new Error(`The service ended with code ${code} before it was ready.`)))
      this.child.on('message', (message) => this.receive(message, resolve))
    })
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  /** Waits until the service says that it is ready. */
  async start(): Promise<this> {
    await this.ready
    return this
  }

  /** Calls an operation; a failure is thrown with its code in the message. */
  async call<T>(op: string, input: unknown = {}): Promise<T> {
    const envelope = await this.ask(op, input)
    if (!envelope.ok) throw new Error(`${op}: ${envelope.error?.code} ${envelope.error?.message}`)
    return envelope.value as T
  }

  /** Calls an operation and answers its envelope, also a failed one. */
  ask(op: string, input: unknown = {}): Promise<Envelope> {
    const id = this.next
    this.next += 1
    return new Promise((resolve) => {
      this.waiting.set(id, resolve)
      this.child.send({ type: 'call', id, traceId: `bench-${id}`, op, input })
    })
  }

  onEvent(listener: (name: string, payload: unknown) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once('exit', resolve))
    if (this.child.exitCode !== null) return
    this.child.send({ type: 'shutdown' })
    const timer = setTimeout(() => this.child.kill(), 10_000)
    await gone
    clearTimeout(timer)
  }

  private note(type: string, name: string, text: string): void {
    if (this.keep) this.heard.push({ at: performance.now(), type, name, text })
  }

  private receive(message: unknown, ready: () => void): void {
    const { type, id, name, envelope, payload } = message as {
      type: string
      id?: number
      name?: string
      envelope?: Envelope
      payload?: unknown
    }
    if (this.keep) this.note(type, name ?? String(id ?? ''), JSON.stringify(message))
    if (type === 'ready') ready()
    if (type === 'event' && name) for (const listener of this.listeners) listener(name, payload)
    if (type === 'result' && id !== undefined && envelope) {
      this.waiting.get(id)?.(envelope)
      this.waiting.delete(id)
    }
  }
}
