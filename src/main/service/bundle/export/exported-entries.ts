import type { TranscriptRef } from '@shared/domain/session'
import type { ClippedField, Entry, EntryPage } from '@shared/domain/transcript'
import type { z } from 'zod'
import type { PageRequest } from '../../agents/adapter'
import { askWhereItLies } from '../../handlers/looked-at'
import type { ServiceParts } from '../../handlers/parts'

/** An entry as it leaves the machine: whole, masked, with its images as data where they are wanted. */
export interface ExportedEntry {
  readonly entry: Omit<Entry, 'images' | 'clipped' | 'raw'>
  readonly images: readonly ExportedImage[]
  /** How many places of it were masked. */
  readonly masked: number
}

export interface ExportedImage {
  readonly mediaType: string
  readonly bytes: number
  /** null where images are not wanted, or this one is of a kind that may hold more than pixels. */
  readonly base64: string | null
}

export interface ExportSource {
  readonly parts: ServiceParts
  readonly session: TranscriptRef
  readonly images: boolean
  readonly signal: AbortSignal
}

const pageLength = 100
/** Kinds that hold pixels alone. */
const pixels = /^image\/(?:png|jpeg|gif|webp)$/
/** What stands for a secret in a transcript on the screen names the place that can be revealed; in a file there is nothing to reveal. */
const named = /‹masked: ([^‹›]{1,80}?) ·[0-9a-f]{8}›/g
const anyMask = /‹masked: [^‹›]{1,80}›/g

/** All entries of a transcript in order, read page by page: however long it is, one page is held. Masked where it is read. */
export async function* exportedEntries(source: ExportSource): AsyncGenerator<ExportedEntry> {
  for (let from: string | null = 'start'; from !== null; ) {
    source.signal.throwIfAborted()
    const request: PageRequest = { from, direction: 'forward', limit: pageLength }
    const page: EntryPage = await ask(source, (known, checkpoint) =>
      source.parts.readers.ask(known, source.session.id, 'page', request, { signal: source.signal, checkpoint })
    )
    for (const entry of page.entries) yield await exported(source, entry)
    from = page.after
  }
}

async function exported(source: ExportSource, entry: Entry): Promise<ExportedEntry> {
  let whole = entry
  for (const { field, json } of entry.clipped ?? [])
    whole = withField(whole, field, await wholeText(source, entry.id, field), json)
  const { images = [], clipped: _clipped, raw: _raw, ...own } = whole
  const bare = withoutNames(own) as ExportedEntry['entry']
  const data: ExportedImage[] = []
  for (const [index, image] of images.entries())
    data.push({ ...image, base64: await imageData(source, entry.id, index, image.mediaType) })
  return { entry: bare, images: data, masked: JSON.stringify(bare).match(anyMask)?.length ?? 0 }
}

type Field = z.infer<typeof ClippedField>['field']

function withField(entry: Entry, field: Field, text: string, json: true | undefined): Entry {
  if (field === 'text') return { ...entry, text }
  if (entry.tool === undefined) return entry
  if (field === 'result') return { ...entry, tool: { ...entry.tool, result: text } }
  return { ...entry, tool: { ...entry.tool, arguments: json === true ? parsed(text) : text } }
}

/** Masked JSON is JSON still; where it is not, its text says the same. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function wholeText(source: ExportSource, entry: string, field: Field): Promise<string> {
  const pieces: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const input = { entry, field, offset }
    const piece: { text: string; next: number | null } = await ask(source, (known, checkpoint) =>
      source.parts.readers.ask(known, source.session.id, 'text', input, { signal: source.signal, checkpoint })
    )
    pieces.push(piece.text)
    offset = piece.next
  }
  return pieces.join('')
}

async function imageData(
  source: ExportSource,
  entry: string,
  index: number,
  mediaType: string
): Promise<string | null> {
  if (!source.images || !pixels.test(mediaType)) return null
  const pieces: Buffer[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const input = { entry, index, offset }
    const piece: { base64: string; next: number | null } = await ask(source, (known, checkpoint) =>
      source.parts.readers.ask(known, source.session.id, 'image', input, { signal: source.signal, checkpoint })
    )
    pieces.push(Buffer.from(piece.base64, 'base64'))
    offset = piece.next
  }
  return Buffer.concat(pieces).toString('base64')
}

type Where = Parameters<Parameters<typeof askWhereItLies>[2]>[0]

function ask<T>(
  { parts, session }: ExportSource,
  work: (known: Where['source'], checkpoint: string | undefined) => Promise<T>
): Promise<T> {
  return askWhereItLies(parts, session, ({ source, checkpoint }) => work(source, checkpoint))
}

function withoutNames(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('‹masked: ') ? value.replace(named, '‹masked: $1›') : value
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutNames(each)]))
}
