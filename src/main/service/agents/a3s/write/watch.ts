import type { JsonNumber, JsonObject, JsonValue } from '../../../json/json-value'
import { commitEvent } from '../format/checkpoint-shapes'
import { shapeProblems } from '../format/shape-problems'
import { type Answer, answer, refuse } from '../store/answer'

const commitEventSchema = 'a3s.code.session-store-commit-event.v1'

/** What is told of a generation that is durable and in the log. In memory only, never on disk (format 8.5). */
export interface CommitEvent {
  readonly schema: string
  readonly sessionId: string
  readonly snapshotDigest: string
  readonly committedAtMs: bigint
}

/** Why an event may not be sent; null when it may (behaviour a3s-33). */
export function commitEventProblem(event: CommitEvent): string | null {
  if (event.schema !== commitEventSchema) return 'session store commit event schema is not supported'
  if (event.sessionId.trim() === '') return 'session store commit event sessionId must be non-empty'
  return event.snapshotDigest.trim() === '' ? 'session store commit event snapshotDigest must be non-empty' : null
}

/** Reads an event that another program passes on; an unknown field is an error. */
export function readCommitEvent(value: JsonValue): Answer<CommitEvent> {
  const [problem] = shapeProblems(commitEvent, value, 'direct')
  if (problem !== undefined) return refuse('commit-event-invalid', problem.message)
  const object = value as JsonObject
  const event: CommitEvent = {
    schema: object.get('schema') as string,
    sessionId: object.get('sessionId') as string,
    snapshotDigest: object.get('snapshotDigest') as string,
    committedAtMs: BigInt((object.get('committedAtMs') as JsonNumber).text)
  }
  const invalid = commitEventProblem(event)
  return invalid === null ? answer(event) : refuse('commit-event-invalid', invalid)
}

/** What a subscriber hears: a commit, how many it was too slow for, or that the store is gone. */
export type Heard =
  | { readonly type: 'commit'; readonly event: CommitEvent }
  | { readonly type: 'missed'; readonly count: number }
  | { readonly type: 'closed' }

/** Events that are kept for subscribers that are behind. */
export const room = 64

/**
 * Tells the subscribers of one store handle about its commits, from their subscription on. Who falls behind by more than the room for
 * events goes on with the oldest that is left, and hears how many are lost; the crate keeps that to itself (format 8.5).
 */
export class CommitWatch {
  readonly #ring: CommitEvent[] = []
  #sent = 0
  #closed = false
  #waiting: (() => void)[] = []

  /** Sends an event; nobody listening is fine. */
  publish(commit: Omit<CommitEvent, 'schema'>): Answer<null> {
    const event: CommitEvent = { schema: commitEventSchema, ...commit }
    const invalid = commitEventProblem(event)
    if (invalid !== null) return refuse('commit-event-invalid', invalid)
    this.#ring[this.#sent % room] = event
    this.#sent += 1
    this.#wake()
    return answer(null)
  }

  subscribe(): CommitSubscription {
    return new CommitSubscription({
      next: this.#sent,
      sent: () => this.#sent,
      at: (number) => this.#ring[number % room] as CommitEvent,
      closed: () => this.#closed,
      changed: () => new Promise((resolve) => this.#waiting.push(resolve))
    })
  }

  /** The store goes: who waits hears it, after what is still buffered. */
  close(): void {
    this.#closed = true
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

interface Channel {
  readonly next: number
  sent(): number
  at(number: number): CommitEvent
  closed(): boolean
  /** Resolves at the next event, or when the channel closes. */
  changed(): Promise<void>
}

/** One subscriber's place among the events. */
export class CommitSubscription {
  readonly #channel: Channel
  #next: number

  constructor(channel: Channel) {
    this.#channel = channel
    this.#next = channel.next
  }

  /** What is there already; null when there is nothing new. */
  poll(): Heard | null {
    const sent = this.#channel.sent()
    const oldest = Math.max(0, sent - room)
    if (this.#next < oldest) {
      const count = oldest - this.#next
      this.#next = oldest
      return { type: 'missed', count }
    }
    if (this.#next < sent) return { type: 'commit', event: this.#channel.at(this.#next++) }
    return this.#channel.closed() ? { type: 'closed' } : null
  }

  /** Waits for the next. */
  async next(): Promise<Heard> {
    for (;;) {
      const heard = this.poll()
      if (heard !== null) return heard
      await this.#channel.changed()
    }
  }
}
