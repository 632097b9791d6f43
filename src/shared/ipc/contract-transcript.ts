import { z } from 'zod'
import { Finding } from '../domain/finding'
import { SessionRef, TranscriptRef } from '../domain/session'
import { Accounting, EntryPage, OutlineItem, TokenUsage } from '../domain/transcript'
import { none, reading } from './contract-parts'
import { command, job, query } from './operation-kinds'

/** Reading the transcript of a session, or of a checkpoint that is looked at. */
export const transcriptOperations = {
  'transcript.page': query(
    z.object({
      session: TranscriptRef,
      /** `start`, `end`, or a cursor of a page or an outline item. */
      from: z.string(),
      direction: z.enum(['forward', 'backward']),
      limit: z.number().int().min(1).max(500).default(100)
    }),
    EntryPage,
    reading
  ),
  'transcript.outline': query(
    z.object({ session: TranscriptRef, offset: z.number().int().min(0).default(0) }),
    z.object({ items: z.array(OutlineItem), total: z.number().int() }),
    reading
  ),
  /** The rest of a clipped field: at most 256 Ki characters from `offset` (in UTF-16 units). */
  'transcript.text': query(
    z.object({
      session: TranscriptRef,
      entry: z.string(),
      field: z.enum(['text', 'arguments', 'result']),
      offset: z.number().int().min(0)
    }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** Which of these entries hold the words in a field that a page gives only the start of; case does not count. */
  'transcript.holding': query(
    z.object({ session: TranscriptRef, entries: z.array(z.string()).max(500), words: z.string().min(1).max(1000) }),
    z.object({ entries: z.array(z.string()) }),
    reading
  ),
  /** One entry's native records as text, in pieces of at most 256 Ki characters. */
  'transcript.raw': query(
    z.object({ session: TranscriptRef, entry: z.string(), offset: z.number().int().min(0).default(0) }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** One image as base64, in pieces of at most 512 Ki characters. */
  'transcript.image': query(
    z.object({
      session: TranscriptRef,
      entry: z.string(),
      index: z.number().int().min(0),
      offset: z.number().int().min(0).default(0)
    }),
    z.object({ mediaType: z.string(), base64: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** Reads the whole session once to make its counts add up; the result is stored, unless it is that of a checkpoint. */
  'transcript.account': job(
    z.object({ session: TranscriptRef }),
    z.object({
      accounting: Accounting,
      entries: z.number().int(),
      findings: z.array(Finding),
      /** null where the agent does not record it. */
      usage: TokenUsage.nullable()
    }),
    reading
  ),
  /** The checkpoint is no longer looked at: what was laid out of a kept one is removed. */
  'transcript.close': command(z.object({ session: TranscriptRef }), none),
  'transcript.remember': command(z.object({ session: SessionRef, cursor: z.string().nullable() }), none, ['not.found'])
} as const
