import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { AgentId } from '@shared/domain/agents'
import { type ImportedSession, Inspection } from '@shared/domain/import'
import type { SessionRef } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import { expect } from 'vitest'
import { fileState } from '../../agents/conformance/file-state'
import type { HomeService } from '../../testing/home-service'
import { emptyHome, homeWith } from './two-homes'

/** A file as it is handed over, or one of a folder. */
export interface Handed {
  readonly name: string
  readonly bytes: Uint8Array | string
}

/** In ms: of any single call, on a machine that does much else. */
const longest = 60_000

/**
 * A Reprise over a home of its own to which anything is handed. Whatever it is, the answer is one of the contract and comes in time, nothing but our
 * scratch folder is written, and that is empty afterwards.
 */
export class FuzzDesk {
  readonly place: HomeService
  readonly #inputs = mkdtempSync(join(tmpdir(), 'reprise-handed-'))
  /** Key of the sealed stores of the fixtures. */
  readonly #keyFile = join(this.#inputs, 'key')
  readonly #prototype = Object.getOwnPropertyNames(Object.prototype).join()
  readonly #bugs: string[] = []
  #handed = 0

  private constructor(place: HomeService) {
    this.place = place
    writeFileSync(this.#keyFile, Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('hex'), {
      mode: 0o600
    })
    const { log } = place.service.parts
    const { error } = log
    log.error = (words) => {
      this.#bugs.push(words)
      error(words)
    }
  }

  /** Over a home with a fixture, so that sessions are also known already, or with empty folders of agents. */
  static async open(fixture: string | readonly string[], agent?: AgentId): Promise<FuzzDesk> {
    return new FuzzDesk(
      typeof fixture === 'string' ? await homeWith(fixture, agent) : (await emptyHome(...fixture)).place
    )
  }

  async close(): Promise<void> {
    await this.place.close()
    rmSync(this.#inputs, { recursive: true, force: true })
  }

  /** Hands a file over and looks at what is answered; null where it is refused. `then` may do more with it before it is let go of. */
  handFile({ name, bytes }: Handed, then?: (found: Inspection) => Promise<void>): Promise<Inspection | null> {
    const path = join(this.#newFolder(), name)
    writeFileSync(path, bytes)
    return this.#hand(path, then)
  }

  handFolder(files: readonly Handed[], then?: (found: Inspection) => Promise<void>): Promise<Inspection | null> {
    const folder = this.#newFolder()
    for (const { name, bytes } of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), bytes)
    }
    return this.#hand(folder, then)
  }

  /** Keeps one session of what was handed over: what is read back has as many entries as the inspection said. */
  async keepAndRead({ importId }: Inspection, one: ImportedSession): Promise<void> {
    const answer = await this.#call('import.keep', { importId, sessions: [one.key], again: true })
    if (!answer.ok) return this.#expectFailure(answer)
    const { kept, notKept } = answer.value as {
      kept: { session: SessionRef; checkpoint: string }[]
      notKept: { because: string }[]
    }
    expect(kept.length + notKept.length).toBe(1)
    if (one.notKept === null) expect(notKept).toEqual([])
    const [as] = kept
    if (as === undefined || one.entries === null) return
    const entries = await this.#entries({ ...as.session, checkpoint: as.checkpoint })
    const own = entries?.filter(
      (entry) => !entry.inherited && entry.parent === undefined && entry.kind !== 'unrecognised'
    )
    if (own !== undefined) expect(own.length).toBe(one.entries)
  }

  async #hand(path: string, then?: (found: Inspection) => Promise<void>): Promise<Inspection | null> {
    const [home, own] = [this.#homeState(), this.#ownNames()]
    try {
      const answer = await this.#call('import.inspect', { path, keyFile: this.#keyFile })
      expect(this.#homeState()).toEqual(home)
      expect(this.#ownNames()).toEqual(own)
      expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(this.#prototype)
      if (!answer.ok) {
        this.#expectFailure(answer)
        return null
      }
      const found = Inspection.parse(answer.value)
      await then?.(found)
      expect((await this.#call('import.close', { importId: found.importId })).ok).toBe(true)
      expect(this.#homeState()).toEqual(home)
      return found
    } finally {
      expect(this.#scratch()).toEqual([])
      rmSync(dirname(path) === this.#inputs ? path : dirname(path), { recursive: true, force: true })
    }
  }

  async #call(name: 'import.inspect' | 'import.keep' | 'import.close' | 'transcript.page', input: unknown) {
    this.#bugs.length = 0
    const { signal } = new AbortController()
    const call = { traceId: 'fuzz', signal, progress: () => undefined }
    const answer = this.place.service.dispatch(name, input, call)
    return Promise.race<Envelope<unknown>>([
      answer,
      delay(longest, undefined, { ref: false }).then(() => expect.unreachable(`${name} has not ended for a minute`))
    ])
  }

  /** A refusal says why, in words that do no harm where they are printed. */
  #expectFailure(answer: Envelope<unknown>): void {
    if (answer.ok) return
    const { code, message } = answer.error
    expect([code, message, ...this.#bugs]).not.toContain('internal')
    expect([code, message]).not.toContain('io')
    expect(message.length).toBeGreaterThan(10)
    expect(message.length).toBeLessThan(2000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f\u202e]/)
  }

  async #entries(session: SessionRef & { checkpoint: string }): Promise<readonly Entry[] | undefined> {
    const found: Entry[] = []
    for (let from: string | null = 'start'; from !== null; ) {
      const answer = await this.#call('transcript.page', { session, from, direction: 'forward', limit: 200 })
      if (!answer.ok) {
        this.#expectFailure(answer)
        return undefined
      }
      const page = answer.value as { entries: Entry[]; after: string | null }
      found.push(...page.entries)
      from = page.after
    }
    return found
  }

  #newFolder(): string {
    this.#handed += 1
    const folder = join(this.#inputs, String(this.#handed))
    mkdirSync(folder)
    return folder
  }

  #homeState(): Readonly<Record<string, string>> {
    const names = readdirSync(this.place.home).filter((name) => name !== '.reprise')
    return Object.fromEntries(names.map((name) => [name, JSON.stringify(fileState(join(this.place.home, name)))]))
  }

  /** What may not change while something is only looked at. */
  #ownNames(): readonly string[] {
    return ['vault', 'journal', 'plans', 'lease'].flatMap((name) => {
      const folder = join(this.place.own, name)
      return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : []
    })
  }

  #scratch(): readonly string[] {
    const root = join(this.place.own, 'scratch', String(process.pid))
    return existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('import-')) : []
  }
}
