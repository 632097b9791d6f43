import type { AgentAdapter } from '../adapter'

/** Trouble that a store can be in (design: "Adapter"). Each is done to one session, or one record of it, in an otherwise sound store. */
export const troubles = [
  'empty',
  'torn',
  'NUL block',
  'glued',
  'bad bytes in the middle',
  'lone surrogate',
  'CRLF',
  'BOM',
  'unknown kind',
  '30 MB record'
] as const
export type Trouble = (typeof troubles)[number]

/** The public report that each stands for, as the beginning of its test's name. */
export const reportOf: Readonly<Partial<Record<Trouble, string>>> = {
  'NUL block': 'C1 ',
  'bad bytes in the middle': 'C2 ',
  glued: 'C3 ',
  CRLF: 'C4 ',
  'lone surrogate': 'C5 ',
  'unknown kind': 'C9 ',
  '30 MB record': 'D2 '
}

/**
 * What becomes of the session: `whole` reads as before; `partial` opens, and the records that cannot be read are counted; `unreadable`
 * is listed with that state and does not open; `either` is for what the agent's own parser refuses but ours may show.
 */
export type Outcome = 'whole' | 'partial' | 'unreadable' | 'either'

/** A record that is put in trouble: `where`, from 0 up to 1, chooses it among all records of the store. */
export interface DamagedRecord {
  readonly where: number
  readonly make: (bytes: Buffer) => Uint8Array | string
}

/** Everything that the suite has to know about one agent's store. */
export interface ConformanceKit {
  readonly adapter: AgentAdapter
  /** Fills an empty home with a few sessions and answers their ids. */
  make(home: string): readonly string[]
  /** Puts the session, or one of its records, in trouble. Leaves no file behind that was not there. */
  readonly trouble: Readonly<Record<Trouble, { readonly outcome: Outcome; apply(home: string, id: string): void }>>
  /** Replaces the whole session, or one record of it, by any text or bytes, made from what is there. */
  replace(home: string, id: string, make: (bytes: Buffer) => Uint8Array | string): void
  /**
   * For a database, which is looked at as a whole: each look is at so many records, every one damaged in its own way. Whatever was damaged before is
   * sound again.
   */
  readonly together?: { readonly records: number; damage(home: string, records: readonly DamagedRecord[]): void }
  /** Starts to change the store as the agent would, again and again, until the answer is called; then the store is sound. */
  keepChanging(home: string, id: string): () => Promise<void>
}
