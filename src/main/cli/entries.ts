import type { SessionRef } from '@shared/domain/session'
import type { ClippedField, Entry } from '@shared/domain/transcript'
import { fail } from '@shared/ipc/errors'
import type { z } from 'zod'
import type { CommandContext } from './command'

/** A part of a transcript: what follows the entry `after`, at most `limit` entries. */
export interface EntryRange {
  readonly after: string | undefined
  readonly limit: number | undefined
}

/** Entries in order, page by page. `not.found` when there is no entry `after`. */
export async function* entriesOf(
  { call }: CommandContext,
  session: SessionRef,
  range: EntryRange
): AsyncIterable<Entry> {
  let left = range.limit ?? Number.POSITIVE_INFINITY
  let started = range.after === undefined
  for (let from: string | null = 'start'; from !== null && left > 0; ) {
    const limit = started ? Math.min(500, left) : 500
    const page: Awaited<ReturnType<typeof call<'transcript.page'>>> = await call('transcript.page', {
      session,
      from,
      direction: 'forward',
      limit
    })
    for (const entry of page.entries) {
      if (started && left-- > 0) yield entry
      started ||= entry.id === range.after
    }
    from = page.after
  }
  if (!started) fail('not.found', `The session has no entry ${range.after}.`)
}

type Field = z.infer<typeof ClippedField>

/** The entry with every field as long as it is stored. */
export async function wholeEntry(context: CommandContext, session: SessionRef, entry: Entry): Promise<Entry> {
  if (!entry.clipped) return entry
  const { clipped, ...whole } = entry
  for (const field of clipped) await fill(context, session, whole, field)
  return whole
}

async function fill(
  { call }: CommandContext,
  session: SessionRef,
  entry: Entry,
  { field, json }: Field
): Promise<void> {
  let text = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } = await call('transcript.text', {
      session,
      entry: entry.id,
      field,
      offset
    })
    text += piece.text
    offset = piece.next
  }
  if (field === 'text') entry.text = text
  else if (entry.tool) entry.tool = { ...entry.tool, [field]: field === 'arguments' && json ? JSON.parse(text) : text }
}
