import { createHash, randomBytes } from 'node:crypto'
import { ComparePart, type Comparison } from '@shared/domain/diff'
import type { TranscriptRef } from '@shared/domain/session'
import { ExpectedFailure, fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import { type ComparedPart, countsOf } from './compared-part'
import { compareConfig, type Outcome } from './config-sides'
import { compareEntries } from './entries/compare-entries'
import { compareFiles } from './file-sides'
import { comparedRecords } from './records/compare-records'
import { pairNamed } from './records/record-rows'
import { stateRecords } from './records/state-records'
import { type Side, sideOf } from './side'
import { compareTasks } from './task-sides'
import { ComparedText } from './text/text-difference'

/** A comparison with the parts that its rows are made from. */
export interface Compared {
  readonly comparison: Comparison
  readonly parts: readonly ComparedPart[]
}

/** As many as a person has in view, and some that she comes back to. */
const mostKept = 6
const mostTexts = 4

/** Comparisons that were made. One of two sides that have not changed since is not made again. */
export class Comparisons {
  private readonly parts: ServiceParts
  private readonly kept = new Map<string, Compared>()
  private readonly sessions = new Map<string, Found>()
  private readonly texts = new Map<string, ComparedText>()
  /** For masked values of configurations; a new one with every run of the service. */
  private readonly key = randomBytes(32).toString('hex')
  /** How many were made, and not found among those that were. */
  made = 0

  constructor(parts: ServiceParts) {
    this.parts = parts
  }

  async make(
    refs: { readonly a: TranscriptRef; readonly b: TranscriptRef },
    signal: AbortSignal,
    progress: (entries: number) => void
  ): Promise<Comparison> {
    const [a, b] = await Promise.all([sideOf(this.parts, refs.a, signal), sideOf(this.parts, refs.b, signal)])
    const [read, beside] = await Promise.all([this.read(a, b, signal, progress), this.beside(a, b, signal)])
    const parts = [...read.parts, ...beside.parts].filter(({ changes }) => changes.length > 0)
    const heads = parts
      .map(({ part, changes }) => ({ part, counts: countsOf(changes), rows: changes.length }))
      .sort((x, y) => ComparePart.options.indexOf(x.part) - ComparePart.options.indexOf(y.part))
    const id = idOf(a, b, beside.parts)
    const notCompared = [...read.notCompared, ...beside.notCompared]
    return this.keep({ comparison: { id, a: a.head, b: b.head, parts: heads, notCompared }, parts })
  }

  /** What lies in the sessions themselves: it is the same for as long as they are. */
  private async read(a: Side, b: Side, signal: AbortSignal, progress: (entries: number) => void): Promise<Found> {
    const id = idOf(a, b, [])
    const known = this.sessions.get(id)
    const found = known ?? (await this.compareSessions(a, b, signal, progress))
    if (known === undefined) this.made += 1
    remember(this.sessions, id, found, mostKept)
    return found
  }

  private async compareSessions(a: Side, b: Side, signal: AbortSignal, progress: (entries: number) => void) {
    return found([
      ['The transcript', async () => ({ parts: [await compareEntries(a, b, signal, progress)] })],
      ['Runs, artifacts and reports', () => compareStates(a, b, signal)]
    ])
  }

  /** What lies beside them, and changes without them. */
  private beside(a: Side, b: Side, signal: AbortSignal): Promise<Found> {
    return found([
      ['Tasks', () => named('tasks', compareTasks(a, b, signal))],
      ['Files', () => named('files', compareFiles(this.parts, a, b, signal))],
      ['Configuration', () => named('config', compareConfig(a, b, this.key, signal))]
    ])
  }

  /** Throws `not.found` for one that is forgotten. */
  get(id: string): Compared {
    return (
      this.kept.get(id) ??
      fail('not.found', 'This comparison is not remembered any more.', { advice: 'Compare again.' })
    )
  }

  /** Throws `not.found` where there is no such part. */
  part(id: string, name: ComparedPart['part']): ComparedPart {
    const found = this.get(id).parts.find(({ part }) => part === name)
    return found ?? fail('not.found', `Neither side has ${name}.`)
  }

  /** What is behind a row. Throws as the part's `text`. */
  text(id: string, part: ComparedPart['part'], row: number, signal: AbortSignal): Promise<ComparedText> {
    return this.remembered(`${id} ${part} ${row}`, () => this.part(id, part).text(row, signal))
  }

  /** What a step of a plan would change. */
  step(planId: string, step: string, signal: AbortSignal): Promise<ComparedText> {
    return this.remembered(`${planId} ${step}`, async () => {
      const { before, after, asText } = await this.parts.restore.stepContents(planId, step)
      return ComparedText.of(before, after, signal, asText)
    })
  }

  /** A text that is looked at is asked for in pieces, and compared once. */
  private async remembered(key: string, make: () => Promise<ComparedText>): Promise<ComparedText> {
    const known = this.texts.get(key)
    const text = known ?? (await make())
    remember(this.texts, key, text, mostTexts)
    return text
  }

  private keep(compared: Compared): Comparison {
    remember(this.kept, compared.comparison.id, compared, mostKept)
    return compared.comparison
  }
}

/** Puts it last among those that were used, and lets go of the first ones. */
function remember<T>(kept: Map<string, T>, key: string, value: T, most: number): void {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
}

interface Found {
  readonly parts: readonly ComparedPart[]
  readonly notCompared: Comparison['notCompared']
}

type Attempted = { readonly parts: readonly ComparedPart[]; readonly because?: string }
type Attempt = readonly [what: string, make: () => Promise<Attempted>]

/** A part that cannot be read says why; the others are compared all the same. */
async function found(attempts: readonly Attempt[]): Promise<Found> {
  const outcomes = await Promise.all(attempts.map(async ([what, make]) => ({ what, ...(await make().catch(refusal)) })))
  const notCompared = outcomes.flatMap(({ what, because, parts }) =>
    because === undefined ? [] : [{ what, because, partly: parts.some(({ changes }) => changes.length > 0) }]
  )
  return { parts: outcomes.flatMap(({ parts }) => parts), notCompared }
}

async function named(part: ComparedPart['part'], made: Promise<Outcome>): Promise<Attempted> {
  const { rows, ...rest } = await made
  return { parts: rows === undefined ? [] : [comparedRecords(part, rows)], ...rest }
}

async function compareStates(a: Side, b: Side, signal: AbortSignal): Promise<Attempted> {
  if ([a, b].every(({ source }) => source.adapter.records === undefined)) return { parts: [] }
  const [left, right] = await Promise.all([a, b].map((side) => side.ask('records', null, { signal })))
  const parts = ['runs', 'artifacts', 'reports'] as const
  const pair = (part: (typeof parts)[number]) =>
    pairNamed(stateRecords(left ?? [], part), stateRecords(right ?? [], part))
  return { parts: parts.map((part) => comparedRecords(part, pair(part))) }
}

function refusal(error: unknown): Attempted {
  if (error instanceof ExpectedFailure && error.failure.code !== 'cancelled')
    return { parts: [], because: error.failure.message }
  throw error
}

/** Names what was compared: the same for sides that have not changed since. Of what lies beside them the rows themselves tell. */
function idOf(a: Side, b: Side, beside: readonly ComparedPart[]): string {
  const sides = [a, b].map(({ ref, fingerprint }) => [ref.source, ref.id, ref.checkpoint ?? null, fingerprint])
  const hash = createHash('sha256').update(JSON.stringify(sides))
  for (const { part, changes, row } of beside)
    hash.update(JSON.stringify([part, changes.map((_, index) => row(index))]))
  return `compared-${hash.digest('hex').slice(0, 24)}`
}
