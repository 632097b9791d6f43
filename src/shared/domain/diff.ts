import { z } from 'zod'
import { AgentId } from './agents'
import { SessionRef } from './session'
import { EntryKind } from './transcript'

/** What can be compared of two points of sessions. */
export const ComparePart = z.enum(['transcript', 'tasks', 'config', 'files', 'runs', 'artifacts', 'reports'])
export type ComparePart = z.infer<typeof ComparePart>

/**
 * What became of an item from side A to side B. One that stands elsewhere now has two rows, `moved-from` where it was and `moved-to` where it is; a
 * file of another name has one, `renamed`.
 */
export const changeKinds = ['same', 'changed', 'removed', 'added', 'moved-from', 'moved-to', 'renamed'] as const
export const DiffChange = z.enum(changeKinds)
export type DiffChange = z.infer<typeof DiffChange>

/** How many items each of these happened to; `moved` counts an item once, and renamed files too. */
export const DiffCounts = z.object({
  same: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  added: z.number().int(),
  moved: z.number().int()
})
export type DiffCounts = z.infer<typeof DiffCounts>

/** One side of a comparison. */
export const CompareSide = z.object({
  session: SessionRef,
  /** null: the session as it is now. */
  checkpoint: z.string().nullable(),
  agent: AgentId,
  title: z.string(),
  label: z.string().nullable(),
  at: z.number().nullable(),
  /** Whether the session can be put back to it. */
  restorable: z.boolean()
})
export type CompareSide = z.infer<typeof CompareSide>

export const PartHead = z.object({ part: ComparePart, counts: DiffCounts, rows: z.number().int() })
export type PartHead = z.infer<typeof PartHead>

/** What a comparison found, without its rows. It is asked about by `id` for as long as it is remembered. */
export const Comparison = z.object({
  id: z.string(),
  a: CompareSide,
  b: CompareSide,
  /** Only parts that at least one side has. */
  parts: z.array(PartHead),
  /** `partly`: what could be compared of it is among the parts. */
  notCompared: z.array(z.object({ what: z.string(), because: z.string(), partly: z.boolean() }))
})
export type Comparison = z.infer<typeof Comparison>

export const EntryMark = z.object({
  id: z.string(),
  kind: EntryKind,
  at: z.number().nullable(),
  /** Its first words, or those of the arguments of a call. What looks like a secret is masked. */
  label: z.string(),
  tool: z.string().optional()
})
export type EntryMark = z.infer<typeof EntryMark>

export const EntryRow = z.object({
  row: z.literal('entry'),
  index: z.number().int(),
  change: DiffChange,
  /** Of one that stands elsewhere: whether its content differs too. */
  edited: z.boolean(),
  a: EntryMark.nullable(),
  b: EntryMark.nullable()
})
export type EntryRow = z.infer<typeof EntryRow>

/** A value on one side. A masked one says only its kind; whether two of them are the same, `differs` says. */
export const DiffValue = z.union([z.object({ text: z.string() }), z.object({ masked: z.string() })])
export type DiffValue = z.infer<typeof DiffValue>

export const DiffField = z.object({
  name: z.string(),
  differs: z.boolean(),
  a: DiffValue.nullable(),
  b: DiffValue.nullable()
})
export type DiffField = z.infer<typeof DiffField>

/** A task, a setting, a file, or a record of the agent's own. */
export const RecordRow = z.object({
  row: z.literal('record'),
  index: z.number().int(),
  change: DiffChange,
  edited: z.boolean(),
  /** The list, document or folder that it belongs to. */
  group: z.string(),
  label: z.string(),
  /** Its former name, of a renamed file. */
  former: z.string().optional(),
  depth: z.number().int(),
  /** What differs; of a row that was added or removed what is worth knowing of it. */
  fields: z.array(DiffField),
  /** Whether `compare.text` has more of it. */
  text: z.boolean()
})
export type RecordRow = z.infer<typeof RecordRow>

export const DiffRow = z.discriminatedUnion('row', [EntryRow, RecordRow])
export type DiffRow = z.infer<typeof DiffRow>

/** A piece of a line, and whether just this piece differs. */
export const DiffPart = z.object({ text: z.string(), changed: z.boolean() })
export type DiffPart = z.infer<typeof DiffPart>

export const TextRow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('line'),
    sign: z.enum([' ', '+', '-']),
    /** Line numbers from 1 on; null on the side that does not have it. */
    a: z.number().int().nullable(),
    b: z.number().int().nullable(),
    parts: z.array(DiffPart)
  }),
  /** Unchanged lines that are folded away. */
  z.object({ kind: z.literal('fold'), lines: z.number().int() })
])
export type TextRow = z.infer<typeof TextRow>

/** What is on one side: how much, and by its hash what. */
export const ContentFacts = z.object({ bytes: z.number().int(), sha256: z.string() })
export type ContentFacts = z.infer<typeof ContentFacts>

/** Two texts compared line by line, in pieces. */
export const TextDifference = z.object({
  /** `binary` and `large` are compared by size and hash alone. */
  state: z.enum(['text', 'binary', 'large']),
  /** null where that side has nothing. */
  a: ContentFacts.nullable(),
  b: ContentFacts.nullable(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Whether both were put into a readable form of JSON first. */
  formatted: z.boolean(),
  rows: z.array(TextRow),
  total: z.number().int(),
  next: z.number().int().nullable()
})
export type TextDifference = z.infer<typeof TextDifference>
