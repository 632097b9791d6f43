import { z } from 'zod'

/** Kinds of entries (design: "Words" and "Command line"). */
export const EntryKind = z.enum([
  'user',
  'assistant',
  'thinking',
  'tool',
  'shell',
  'plan',
  'notice',
  'image',
  'unrecognised'
])
export type EntryKind = z.infer<typeof EntryKind>

export const ToolStatus = z.enum(['ok', 'failed', 'running', 'cancelled'])
export type ToolStatus = z.infer<typeof ToolStatus>

/** A tool call joined with its result. */
export const ToolCall = z.object({
  name: z.string(),
  status: ToolStatus,
  /** JSON value as the agent stored it, or text where the tool takes free text. */
  arguments: z.unknown(),
  /** Result as text; empty when there is none yet. */
  result: z.string(),
  durationMs: z.number().nullable(),
  exitCode: z.number().nullable().optional(),
  callId: z.string().optional(),
  /**
   * What the call does to files, for showing it as a diff. `patch` is a unified or apply_patch text; `before`/`after` are
   * the replaced texts where the tool gives both.
   */
  edits: z
    .array(
      z.object({
        path: z.string(),
        patch: z.string().optional(),
        before: z.string().optional(),
        after: z.string().optional()
      })
    )
    .optional(),
  /** A subagent that this call started: its native session id where it has one. */
  subagent: z.object({ id: z.string().nullable(), name: z.string() }).optional()
})
export type ToolCall = z.infer<typeof ToolCall>

/** An image is fetched on demand by entry id and index. */
export const ImageInfo = z.object({ mediaType: z.string(), bytes: z.number().int() })
export type ImageInfo = z.infer<typeof ImageInfo>

/** What a divider or notice says. */
export const NoticeKind = z.enum([
  'fork',
  'compaction',
  'rewind',
  'interruption',
  'failure',
  'run',
  'setting',
  'session',
  'reflection',
  'other'
])
export type NoticeKind = z.infer<typeof NoticeKind>

/** A field that was cut for transport; the rest comes through `transcript.text`. `bytes` is the whole length in UTF-8. */
export const ClippedField = z.object({
  field: z.enum(['text', 'arguments', 'result']),
  bytes: z.number().int(),
  /** Set for arguments that are a JSON value: what is shown and what `transcript.text` gives is their JSON text. */
  json: z.literal(true).optional()
})
export type ClippedField = z.infer<typeof ClippedField>

/** One item of a transcript. */
export const Entry = z.object({
  /** Unique and stable within the session, made from the native position or id. */
  id: z.string(),
  kind: EntryKind,
  /** Unix ms; null where the format has no time. */
  at: z.number().nullable(),
  text: z.string(),
  tool: ToolCall.optional(),
  notice: NoticeKind.optional(),
  images: z.array(ImageInfo).optional(),
  /** Entry id of the batch or subagent call that holds this one. */
  parent: z.string().optional(),
  /** The session's own data says that this came from the parent session's records. */
  inherited: z.literal(true).optional(),
  /** An unfinished text of a turn that did not complete. */
  draft: z.literal(true).optional(),
  /** How the agent stores a plan: its steps. */
  steps: z.array(z.object({ text: z.string(), status: z.string() })).optional(),
  clipped: z.array(ClippedField).optional(),
  /** Native record(s) as stored, only where asked for. */
  raw: z.unknown().optional()
})
export type Entry = z.infer<typeof Entry>

/**
 * Counts of native records that add up: read = shown + raw + unreadable. A record that is absorbed into an entry (a delta, a
 * usage record, a tool message) is `shown`.
 */
export const Accounting = z.object({
  read: z.number().int(),
  shown: z.number().int(),
  raw: z.number().int(),
  unreadable: z.number().int(),
  /** Where the unreadable ones are: byte ranges in the file, or record numbers where the store has no bytes to point at. */
  unreadableRanges: z.array(z.object({ from: z.number(), to: z.number(), unit: z.enum(['bytes', 'record']) }))
})
export type Accounting = z.infer<typeof Accounting>

/** Tokens of all replies of the model, each reply once, however many records repeat its usage. As the agent counts them. */
export const TokenUsage = z.object({
  replies: z.number(),
  input: z.number(),
  output: z.number(),
  /** Read from a cache; whether `input` includes them differs between agents. */
  cached: z.number()
})
export type TokenUsage = z.infer<typeof TokenUsage>

/** A prompt in the outline; `cursor` opens the page that holds it. */
export const OutlineItem = z.object({
  entry: z.string(),
  cursor: z.string(),
  at: z.number().nullable(),
  text: z.string(),
  kind: z.enum(['prompt', 'notice', 'checkpoint']),
  /** Of a notice, where the adapter tells them apart. */
  notice: NoticeKind.optional()
})
export type OutlineItem = z.infer<typeof OutlineItem>

/** A page of entries in transcript order. A null cursor means that there is nothing more on that side. */
export const EntryPage = z.object({
  entries: z.array(Entry),
  before: z.string().nullable(),
  after: z.string().nullable()
})
export type EntryPage = z.infer<typeof EntryPage>
