import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import { maskTranscriptText } from '../redaction/mask-transcript-text'
import type { LibraryWriter } from '../store/library'
import { foldText } from './fold-text'

interface Remembered {
  readonly agent: AgentId
  readonly title: string
  readonly workspace: string | null
  readonly listed: string
}

const masked = (text: string) => maskTranscriptText(text).text

/**
 * Masks the row and the prompts that the library has of a session in a unit, where an earlier version wrote them as they were. The text to filter by is
 * made anew then: in the form in which it is kept, without case, not every secret is one any more. Changes nothing where nothing is found.
 */
export function maskRemembered(
  writer: Pick<LibraryWriter, 'all' | 'get' | 'run'>,
  { source, id }: SessionRef,
  unit: number
): void {
  const place = [source, id, unit] as const
  const row = writer.get<Remembered>(
    'select agent, title, workspace, listed from session where source = ? and id = ? and unit = ?',
    ...place
  )
  const prompts = writer.all<{ place: number; text: string }>(
    'select place, text from prompt where source = ? and id = ? and unit = ? order by place',
    ...place
  )
  const changed = prompts.map((prompt) => ({ ...prompt, now: masked(prompt.text) }))
  for (const { place: at, text, now } of changed) {
    if (now === text) continue
    writer.run('update prompt set text = ? where source = ? and id = ? and unit = ? and place = ?', now, ...place, at)
  }
  if (row === undefined) return
  const title = masked(row.title)
  const listed = maskListed(row.listed)
  const isClean = title === row.title && listed === row.listed && changed.every(({ now, text }) => now === text)
  if (isClean) return
  const words = [title, ...changed.map(({ now }) => now), row.workspace ?? '', row.agent, agentNames[row.agent]]
  writer.run(
    'update session set title = ?, title_folded = ?, text_folded = ?, listed = ? where source = ? and id = ? and unit = ?',
    ...[title, foldText(title), foldText(words.join('\n')), listed],
    ...place
  )
}

/** The same text where nothing was masked. */
function maskListed(text: string): string {
  const listed = JSON.parse(text) as SessionSummary
  const { title, preview } = listed
  const now = { title: masked(title), ...(preview !== undefined && { preview: masked(preview) }) }
  return now.title === title && now.preview === preview ? text : JSON.stringify({ ...listed, ...now })
}
