import type { ExportFormat } from '@shared/domain/bundle'
import type { SessionSummary } from '@shared/domain/session'
import { maskTranscriptText } from '../../redaction/mask-transcript-text'
import { refusedFolders } from '../refused-folders'
import type { OutTarget, WrittenOut } from '../write-out'
import { writeOut } from '../write-out'
import { asHtml } from './as-html'
import { asJson } from './as-json'
import { asMarkdown } from './as-markdown'
import { type ExportedEntry, type ExportSource, exportedEntries } from './exported-entries'

const writers = { md: asMarkdown, html: asHtml, json: asJson } as const

/** Writes a transcript to the place that the person named. Throws what reading throws, and `refused` of writing. */
export async function makeExport(
  source: ExportSource,
  summary: SessionSummary,
  format: ExportFormat,
  target: OutTarget,
  progress: (done: number) => void
): Promise<WrittenOut & { readonly entries: number; readonly masked: number }> {
  let entries = 0
  let masked = 0
  async function* counted(): AsyncGenerator<ExportedEntry> {
    for await (const one of exportedEntries(source)) {
      entries += 1
      masked += one.masked
      if (entries % 100 === 0) progress(entries)
      yield one
    }
  }
  const pieces = writers[format](maskedSummary(summary), counted())
  const written = await writeOut(target, await refusedFolders(source.parts), pieces, source.signal)
  return { ...written, entries, masked }
}

function maskedSummary(summary: SessionSummary): SessionSummary {
  const title = maskTranscriptText(summary.title).text
  return summary.preview === undefined
    ? { ...summary, title }
    : { ...summary, title, preview: maskTranscriptText(summary.preview).text }
}
