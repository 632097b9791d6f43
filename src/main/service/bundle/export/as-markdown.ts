import { agentNames } from '@shared/domain/agents'
import type { SessionSummary } from '@shared/domain/session'
import { argumentWords, entryHeading, entryTime, stepWords } from './entry-words'
import type { ExportedEntry, ExportedImage } from './exported-entries'
import { plainMarkdown } from './plain-markdown'
import { shownText } from './shown-text'

/** A transcript as Markdown, piece by piece. What was typed and what tools gave is fenced; replies keep their own Markdown, without what a viewer would load or run. */
export async function* asMarkdown(
  session: SessionSummary,
  entries: AsyncIterable<ExportedEntry>
): AsyncGenerator<string> {
  yield `# ${oneLine(session.title)}\n\n`
  const at = session.updatedAt === null ? '' : ` · ${entryTime({ at: session.updatedAt })}`
  yield `${agentNames[session.agent]} · \`${oneLine(session.id)}\`${at}\n\n`
  if (session.workspace !== null) yield `Folder: ${fencedInline(session.workspace)}\n\n`
  for await (const one of entries) yield entryMarkdown(one)
}

function entryMarkdown({ entry, images }: ExportedEntry): string {
  const time = entryTime(entry)
  const parts = [`## ${oneLine(entryHeading(entry))}${time === '' ? '' : ` · ${time}`}`]
  if (entry.text !== '') parts.push(entry.kind === 'assistant' ? plainMarkdown(entry.text) : fenced(entry.text))
  if (entry.steps !== undefined) parts.push(plainMarkdown(stepWords(entry)))
  if (entry.tool !== undefined) {
    const given = argumentWords(entry.tool.arguments)
    if (given !== '') parts.push(fenced(given))
    if (entry.tool.result !== '') parts.push('Result:', fenced(entry.tool.result))
  }
  parts.push(...images.map(imageMarkdown))
  return `${parts.join('\n\n')}\n\n`
}

function imageMarkdown({ mediaType, bytes, base64 }: ExportedImage): string {
  return base64 === null
    ? `An image (${oneLine(mediaType)}, ${bytes} bytes) that is not in this file.`
    : `![An image](data:${mediaType};base64,${base64})`
}

/** A block whose fence is longer than any run of backticks inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${shownText(text)}\n${fence}`
}

function fencedInline(text: string): string {
  const line = oneLine(text)
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence} ${line} ${fence}`
}

/** One line without anything that Markdown acts on. */
function oneLine(text: string): string {
  return shownText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>!#|]/g, (sign) => `\\${sign}`)
}
