import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinnedNode } from '../../scripts/setup/places.mjs'
import { expectThat } from './outcome.ts'

const command = join(import.meta.dirname, '..', '..', 'out', 'cli', 'reprise.js')

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface PlanAnswer {
  readonly planId: string
  readonly digest: string
  /** The session that it would make, where it makes one. */
  readonly created?: { readonly id: string } | null
  readonly steps: readonly {
    readonly id: string
    readonly action: string
    readonly what: string
    readonly path: string
  }[]
  readonly conflicts: readonly {
    readonly id: string
    readonly what: string
    readonly default: string
    readonly options: readonly { readonly value: string }[]
  }[]
}

/** The built command on a home and a folder of our own that belong to one scenario. */
export class Reprise {
  readonly #home: string
  readonly #own: string
  readonly #flags: readonly string[]
  readonly #environment: Readonly<Record<string, string>>

  constructor(
    home: string,
    own: string,
    flags: readonly string[] = [],
    environment: Readonly<Record<string, string>> = {}
  ) {
    this.#home = home
    this.#own = own
    this.#flags = flags
    this.#environment = environment
  }

  start(
    args: readonly string[],
    more: Readonly<Record<string, string>> = {}
  ): { child: ChildProcess; ended: Promise<Ended> } {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: this.#home,
      REPRISE_HOME: this.#own,
      ...this.#environment,
      ...more
    }
    const child = spawn(pinnedNode(), [command, ...args, ...this.#flags], { env, cwd: this.#home })
    let [out, err] = ['', '']
    child.stdout?.on('data', (piece) => {
      out += piece
    })
    child.stderr?.on('data', (piece) => {
      err += piece
    })
    const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
    return { child, ended }
  }

  run(args: readonly string[]): Promise<Ended> {
    return this.start(args).ended
  }

  async json<T>(args: readonly string[]): Promise<T> {
    const ended = await this.run([...args, '--json'])
    expectThat(ended.code === 0, `reprise ${args.join(' ')} ended with ${ended.code}: ${ended.out}${ended.err}`)
    return JSON.parse(ended.out) as T
  }

  /** Makes a plan and carries it out, every conflict answered with what is not its default. */
  async change(args: readonly string[], consent = true): Promise<string> {
    const plan = await this.json<PlanAnswer>(args)
    const applied = await this.json<{ operationId: string; verified: boolean }>(applyArgs(plan, consent))
    expectThat(applied.verified, `${args.join(' ')} was not verified`)
    return applied.operationId
  }

  /** The id of the kept session. */
  async capture(session: string): Promise<string> {
    const { checkpoint } = await this.json<{ checkpoint: { id: string } }>(['capture', session])
    return checkpoint.id
  }

  async undo(operation: string): Promise<void> {
    const { verified } = await this.json<{ verified: boolean }>(['undo', operation])
    expectThat(verified, 'the undo was not verified')
  }
}

export function applyArgs(plan: PlanAnswer, consent: boolean): string[] {
  const choices = plan.conflicts.flatMap(({ id, options, default: kept }) => {
    const other = options.find(({ value }) => value !== kept)
    return consent && other ? ['--choice', `${id}=${other.value}`] : []
  })
  return ['apply', plan.planId, '--digest', plan.digest, ...choices]
}
