import { join } from 'node:path'
import type { SessionRef } from '@shared/domain/session'
import type { SourceLocation } from '../agents/adapter'
import { located } from '../operations/operation-record'
import { removeScratch } from '../scratch'
import type { EngineParts } from './engine-parts'
import { sha256Of } from './file-facts'
import { systemCode } from './gateway'
import { recordedSource } from './keep-session'
import { findKeptPoint } from './kept-points'
import { layOut, layOutSteps } from './lay-out'
import type { StepDraft } from './plan-draft'

/** A kept point that lies in our scratch folder, to be read from there. */
export interface KeptView {
  /** Where an adapter reads it. */
  readonly location: SourceLocation
  /** Everything of it lies below this folder. */
  readonly folder: string
  /** The root of the source when it was kept. */
  readonly root: string
}

interface Held {
  readonly view: Promise<KeptView>
  usedAt: number
}

/** As many as a person has in view at once, and some more. */
const mostHeld = 4
/** As long as an opened session is held that nobody asks about. */
const idleMs = 600_000

/**
 * Kept points that are looked at. The first question lays one out in our scratch folder; it stays while it is asked about, and goes when it is
 * closed, when others take its place, after a while without questions, and with the process.
 */
export class KeptViews {
  readonly #parts: EngineParts
  readonly #held = new Map<string, Held>()
  #made = 0
  #timer: NodeJS.Timeout | undefined

  constructor(parts: EngineParts) {
    this.#parts = parts
  }

  /** Throws `not.found`, and `checkpoint.invalid` when a part is missing or damaged. */
  async open(session: SessionRef, checkpoint: string): Promise<KeptView> {
    return this.#hold(keyOf(session, checkpoint), () => this.#layOut(session, checkpoint))
  }

  /** The same of what steps would write into a source; `key` stands for them and for what they were made from. */
  async openSteps(key: string, source: SourceLocation, steps: readonly StepDraft[]): Promise<KeptView> {
    return this.#hold(`steps\n${key}`, () => this.#layOutSteps(key, source, steps))
  }

  async #hold(key: string, layOut: () => Promise<KeptView>): Promise<KeptView> {
    const held = this.#held.get(key) ?? this.#begin(layOut)
    held.usedAt = Date.now()
    // Last in the order: the one that was used longest ago is the first to go.
    this.#held.delete(key)
    this.#held.set(key, held)
    for (const oldest of [...this.#held.keys()].slice(0, -mostHeld)) void this.#drop(oldest)
    return held.view.catch(async (error) => {
      if (this.#held.get(key) === held) await this.#drop(key)
      throw error
    })
  }

  /** Removes what was laid out of it; nothing when there is nothing. */
  async close(session: SessionRef, checkpoint: string): Promise<void> {
    await this.#drop(keyOf(session, checkpoint))
  }

  /** Removes those that nobody has asked about for a while. */
  async closeIdle(now: number): Promise<void> {
    for (const [key, { usedAt }] of this.#held) if (now - usedAt >= idleMs) await this.#drop(key)
  }

  #begin(layOut: () => Promise<KeptView>): Held {
    this.#timer ??= this.#startTimer()
    return { view: layOut(), usedAt: Date.now() }
  }

  async #layOut(session: SessionRef, checkpoint: string): Promise<KeptView> {
    const point = await findKeptPoint(this.#parts, session, checkpoint)
    // Whoever asked first may go away while others wait for the same copy.
    const { signal } = new AbortController()
    return this.#inScratch(located(point.source), signal, (folder) => layOut(this.#parts, point, folder, signal))
  }

  async #layOutSteps(key: string, location: SourceLocation, steps: readonly StepDraft[]): Promise<KeptView> {
    const { signal } = new AbortController()
    const laid = { id: sha256Of(Buffer.from(key)).slice(0, 16), source: recordedSource(location), steps }
    return this.#inScratch(location, signal, (folder) => layOutSteps(this.#parts, laid, folder, signal))
  }

  async #inScratch(
    { root, ...source }: SourceLocation,
    signal: AbortSignal,
    layOut: (folder: string) => Promise<SourceLocation>
  ): Promise<KeptView> {
    const { scratch } = this.#parts.about.readingOf({ ...source, root }, signal)
    this.#made += 1
    // A new name each time, so that one that is just going away is in nobody's way.
    const folder = join(scratch, `kept-${this.#made}`)
    try {
      return { location: await layOut(folder), folder, root }
    } catch (error) {
      removeScratch(folder)
      throw error
    }
  }

  async #drop(key: string): Promise<void> {
    const held = this.#held.get(key)
    if (held === undefined) return
    this.#held.delete(key)
    const view = await held.view.catch(() => null)
    if (view === null) return
    try {
      removeScratch(view.folder)
    } catch (error) {
      // Some systems keep what a reader still has open; it goes with the scratch folder of this process.
      if (systemCode(error) === '') throw error
    }
  }

  #startTimer(): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timer = undefined
      void this.closeIdle(Date.now()).then(() => {
        if (this.#held.size > 0) this.#timer ??= this.#startTimer()
      })
    }, idleMs / 10)
    return timer.unref()
  }
}

function keyOf({ source, id }: SessionRef, checkpoint: string): string {
  return `${source}\n${id}\n${checkpoint}`
}
