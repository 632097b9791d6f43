import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import type { SessionQuery } from '@shared/ipc/contract-sessions'
import { ExpectedFailure } from '@shared/ipc/errors'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { createService, type Service } from '../service'
import type { ServiceOptions } from '../service-options'

/** A home of its own with a service of all real adapters over it, for one test. */
export class HomeService {
  readonly home = mkdtempSync(join(tmpdir(), 'reprise-home-'))
  readonly own = join(this.home, '.reprise')
  now = Date.now()
  private running: Service | undefined

  get service(): Service {
    if (this.running === undefined) throw new Error('the service is not open')
    return this.running
  }

  async open(more: Partial<ServiceOptions> = {}): Promise<this> {
    this.running = await createService({
      home: this.own,
      adapters,
      look: { home: this.home, env: {}, platform: 'linux', cwd: this.home, flags: [] },
      readers: inlineReaders,
      now: () => this.now,
      ...more
    })
    return this
  }

  /** Puts a file into the home. */
  put(name: string, content: string | Uint8Array | readonly unknown[]): string {
    const path = join(this.home, name)
    mkdirSync(dirname(path), { recursive: true })
    const isRecords = Array.isArray(content)
    writeFileSync(path, isRecords ? content.map((each) => `${JSON.stringify(each)}\n`).join('') : (content as string))
    return path
  }

  async call<N extends OperationName>(name: N, input: InputOf<N>): Promise<OutputOf<N>> {
    const { signal } = new AbortController()
    const envelope = await this.service.dispatch(name, input, { traceId: 'test', signal, progress: () => undefined })
    if (!envelope.ok) throw new ExpectedFailure(envelope.error)
    return envelope.value as never
  }

  async scan(): Promise<OutputOf<'scan.run'>> {
    return this.call('scan.run', {})
  }

  async list(query: Partial<SessionQuery> = {}): Promise<SessionSummary[]> {
    return (await this.call('sessions.page', { query, offset: 0, limit: 500 })).rows
  }

  async ref(id: string): Promise<SessionRef> {
    const isIt = (session: SessionSummary) => session.id === id
    const found = (await this.list()).find(isIt) ?? (await this.list({ children: true })).find(isIt)
    if (found === undefined) throw new Error(`${id} is not listed`)
    return { source: found.source, id }
  }

  async close(): Promise<void> {
    await this.running?.close()
    rmSync(this.home, { recursive: true, force: true })
  }
}
