import { spawn, spawnSync } from 'node:child_process'
import { expectThat } from './outcome.ts'

export interface SessionFacts {
  readonly id: string
  readonly digest: string
  readonly workspace: string
  readonly messages: number
  readonly texts: readonly string[]
  readonly artifacts: number
  /** Why the crate's own validation refuses it. */
  readonly refused: string | null
}

export interface StoreFacts {
  readonly sessions: readonly SessionFacts[]
  readonly log: readonly {
    readonly sequence: number
    readonly sessionId: string
    readonly snapshotDigest: string
    readonly phase: string
  }[]
  readonly lease: { readonly epoch: number; readonly holderId: string } | null
}

/** The real crate, one call for each process, as another program would use it. */
export class A3sChecker {
  readonly #program: string
  readonly #options: readonly string[]

  constructor(program: string, options: readonly string[] = []) {
    this.#program = program
    this.#options = options
  }

  /** The same crate with a key or as a holder of the lease. */
  with(...options: string[]): A3sChecker {
    return new A3sChecker(this.#program, [...this.#options, ...options])
  }

  call<T>(...words: string[]): T | { readonly error: string } {
    const ended = spawnSync(this.#program, [...words, ...this.#options], { encoding: 'utf8', maxBuffer: 1 << 28 })
    return JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? 'null') as T | { error: string }
  }

  open(store: string): StoreFacts {
    const facts = this.call<StoreFacts>('open', store)
    expectThat(!('error' in facts), `the crate does not open the store: ${'error' in facts && facts.error}`)
    return facts
  }

  create(store: string, snapshot: string): SessionFacts {
    return good(this.call<SessionFacts>('create', store, snapshot))
  }

  goOn(store: string, id: string, text: string): SessionFacts {
    return good(this.call<SessionFacts>('continue', store, id, text))
  }

  /** Resolves once the crate's file lock is held; the lock goes by itself after `ms`. */
  hold(store: string, ms: number): Promise<void> {
    const child = spawn(this.#program, ['hold', store, String(ms)])
    return new Promise((resolve, reject) => {
      child.once('error', reject)
      child.stdout.on('data', (piece) => String(piece).includes('held') && resolve())
    })
  }
}

function good<T extends object>(answer: T | { readonly error: string }): T {
  expectThat(!('error' in answer), `the crate refuses: ${'error' in answer && answer.error}`)
  return answer as T
}

/** The session as the crate loads it: accepted by its validation, and the last line of the log that names it committed with its digest. */
export function soundSession(facts: StoreFacts, id: string): SessionFacts {
  const session = facts.sessions.find((each) => each.id === id)
  expectThat(session !== undefined, `the crate does not list ${id}`)
  expectThat(session.refused === null, `the crate's validation refuses ${id}: ${session.refused}`)
  const last = facts.log.filter(({ sessionId, phase }) => sessionId === id && phase === 'committed').at(-1)
  expectThat(
    last?.snapshotDigest === session.digest,
    `the log says ${last?.snapshotDigest}, the crate ${session.digest}`
  )
  return session
}
