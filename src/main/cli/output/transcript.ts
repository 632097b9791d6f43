import { agentNames } from '@shared/domain/agents'
import type { Finding } from '@shared/domain/finding'
import { formatSessionName } from '@shared/domain/ids'
import type { SessionSummary } from '@shared/domain/session'
import type { Entry } from '@shared/domain/transcript'
import type { OutputOf } from '@shared/ipc/contract'
import { age } from './age'
import { findingLines } from './findings'
import { plainLine, plainPath, plainText } from './plain-text'

/** Lines of a tool's result that are shown; `--json` has all of them. */
const mostResultLines = 12

/** What stands above a transcript. */
export function transcriptHead({ session, findings, path }: OutputOf<'sessions.get'>, now: number): string[] {
  const facts = [
    agentNames[session.agent],
    session.workspace === null ? 'no workspace' : plainPath(session.workspace),
    session.model,
    session.updatedAt === null ? undefined : age(session.updatedAt, now),
    session.state === 'ok' ? undefined : session.state
  ].filter((fact) => fact !== undefined)
  return [
    plainLine(session.title, 200),
    plainText(facts.join(' · ')),
    plainPath(`${formatSessionName(session.agent, session)}${path ? ` in ${path}` : ''}`),
    ...findingLines(findings),
    ...mendingHint(session, findings),
    ''
  ]
}

/** Where something is wrong the mending of it is one command away. */
function mendingHint(session: SessionSummary, findings: readonly Finding[]): string[] {
  if (session.state === 'gone' || findings.every(({ severity }) => severity === 'info')) return []
  const name = plainText(formatSessionName(session.agent, session))
  return [`What of this can be mended: reprise repair ${name} --find`]
}

/** One entry as people read it. */
export function transcriptLines(entry: Entry): string[] {
  const marks = [entry.inherited && 'inherited', entry.draft && 'draft'].filter(Boolean)
  const after = marks.length > 0 ? ` (${marks.join(', ')})` : ''
  if (entry.tool) return [`# ${toolHead(entry)}${after}`, ...result(entry.tool.result), '']
  if (entry.kind === 'notice') return [`-- ${plainLine(entry.text, 200)}${after} --`, '']
  const steps = (entry.steps ?? []).map((step) => `  [${plainText(step.status)}] ${plainLine(step.text, 160)}`)
  const images = (entry.images ?? []).map((image) => `  [image ${image.mediaType}, ${image.bytes} bytes]`)
  const text = entry.text === '' ? [] : plainText(entry.text).split('\n')
  return [`# ${entry.kind}${after}`, ...text, ...steps, ...images, ...cutNote(entry), '']
}

function toolHead({ kind, tool }: Entry): string {
  if (!tool) return kind
  const input = typeof tool.arguments === 'string' ? tool.arguments : JSON.stringify(tool.arguments)
  const time = tool.durationMs === null ? '' : `, ${tool.durationMs} ms`
  return `${kind} ${plainLine(tool.name, 60)} ${plainLine(input ?? '', 120)} (${tool.status}${time})`
}

function result(text: string): string[] {
  if (text === '') return []
  const lines = plainText(text).trimEnd().split('\n')
  const shown = lines.slice(0, mostResultLines).map((line) => `  ${line}`)
  return lines.length > mostResultLines ? [...shown, `  … ${lines.length - mostResultLines} more lines`] : shown
}

function cutNote({ clipped }: Entry): string[] {
  const text = clipped?.find((field) => field.field === 'text')
  return text ? [`… ${text.bytes} bytes in all; --json has the rest`] : []
}
