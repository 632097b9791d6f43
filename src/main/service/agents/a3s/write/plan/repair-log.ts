import type { Fix } from '@shared/domain/repair'
import type { NativeStepDraft } from '../../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../../adapter'
import type { Mending } from '../../../repair/repair-part'
import type { StoreProblem } from '../../store/answer'
import { walFile } from '../../store/layout'
import { loadSnapshot } from '../../store/load-session'
import { isDamage } from '../../store/opening'
import { linesOf, openIntents, parseWal } from '../../store/wal'
import { parseWalLine, type WalEntry } from '../../store/wal-entry'
import { logTarget } from '../store-log'
import { bytesAt, rightsOf } from './store-facts'

const badLinesId = 'log-lines'
const deadIntentsId = 'log-intents'
const highestSequence = 18446744073709551615n

/**
 * A log that keeps the store closed (format page, sections 8.3 and 8.4): lines that cannot be read go, intents whose session cannot be read go, a
 * missing line feed is added, and a log with a sequence conflict is set aside as the crate's recovering open does it. No session depends on the
 * log, so nothing of a session is lost with a line of it. Nothing is offered where a newer a3s has written, or where an announced session cannot be judged
 * for want of its key.
 */
export function logMendings(source: SourceLocation, { key }: Pick<Reading, 'key'>): readonly Mending[] {
  const path = walFile(source.root)
  const bytes = bytesAt(path)
  if (bytes === null) return []
  const lines = linesOf(bytes).map((line) => lineOf(line, path))
  const readable = lines.flatMap(({ entry }) => entry ?? [])
  const unread = openIntents(readable).flatMap((entry) => {
    const snapshot = loadSnapshot(source.root, entry.sessionId, key)
    return snapshot.ok ? [] : [{ entry, problem: snapshot }]
  })
  if (!unread.every(({ problem }) => isDamage(problem)) || lines.some(({ newer }) => newer)) return []
  const conflict = parseWal(joined(lines.filter(({ entry }) => entry !== null)), path)
  const isFull = readable.some(({ sequence }) => sequence === highestSequence)
  if (!conflict.ok || isFull) return [setAside(source, path, lines.length)]
  const unreadable = new Set(unread.map(({ entry }) => entry))
  const fixes = [
    ...(readable.length < lines.length ? [badLines(path, lines.length - readable.length)] : []),
    ...(unreadable.size > 0 ? [deadIntents(path, unreadable.size, reasons(unread))] : []),
    ...(bytes.length > 0 && bytes.at(-1) !== 0x0a && readable.length === lines.length && unreadable.size === 0
      ? [noEnd(path)]
      : [])
  ]
  if (fixes.length === 0) return []
  return [
    {
      fixes,
      async steps(chosen) {
        const done = fixes.filter(({ id }) => chosen.has(id))
        const goes = ({ entry }: Line) =>
          entry === null ? chosen.has(badLinesId) : unreadable.has(entry) && chosen.has(deadIntentsId)
        return [logStep(source, path, joined(lines.filter((line) => !goes(line))), done)]
      }
    }
  ]
}

/** The store does not open for what is wrong with the session that was announced. */
function reasons(unread: readonly { readonly problem: StoreProblem }[]): string[] {
  return [...new Set(unread.map(({ problem }) => `a3s.log.${problem.kind}`))]
}

interface Line {
  readonly line: Uint8Array
  /** Null for one that a3s does not read. */
  readonly entry: WalEntry | null
  readonly newer: boolean
}

function lineOf(line: Uint8Array, path: string): Line {
  const entry = parseWalLine(line, path)
  return entry.ok ? { line, entry: entry.value, newer: false } : { line, entry: null, newer: !isDamage(entry) }
}

function joined(lines: readonly Line[]): Uint8Array {
  return Buffer.concat(lines.flatMap(({ line }) => [line, Buffer.from('\n')]))
}

function logStep(
  source: SourceLocation,
  path: string,
  content: Uint8Array | null,
  fixes: readonly Fix[]
): NativeStepDraft {
  const because = fixes.map(({ title }) => title).join('; ')
  return {
    id: 'log',
    what: 'log',
    path,
    approvedRoot: source.root,
    target: logTarget(rightsOf(path)),
    content,
    because
  }
}

/** No session depends on the log, and no copy of one has it. */
const ofStore = { loses: null, inPlaceOnly: true } as const

const closed = 'a3s does not open the store, in none of its sessions.'

const unreadableLines = ['a3s.log.wal-line-unreadable', 'a3s.log.wal-entry-invalid', 'a3s.log.wal-entry-digest']

function badLines(path: string, places: number): Fix {
  return {
    id: badLinesId,
    title: 'Take lines out of the log of the store that a3s cannot read',
    ...{ why: closed, findings: unreadableLines, places, where: [path], ...ofStore }
  }
}

function deadIntents(path: string, places: number, findings: string[]): Fix {
  return {
    id: deadIntentsId,
    title: 'Take announcements of saves out of the log whose session cannot be read',
    ...{ why: closed, findings, places, where: [path], ...ofStore }
  }
}

function noEnd(path: string): Fix {
  const why = 'The next save of a3s would be written behind it on the same line; after that the store would not open.'
  return {
    id: 'log-end',
    title: 'End the last line of the log',
    ...{ why, findings: ['a3s.log.unterminated'], places: 1, where: [path], ...ofStore }
  }
}

function setAside(source: SourceLocation, path: string, places: number): Mending {
  const fix: Fix = {
    id: 'log-aside',
    title: 'Set the log of the store aside, whose numbers contradict each other; a3s begins a new one',
    ...{
      why: closed,
      findings: ['a3s.log.wal-sequence-conflict', 'a3s.log.wal-sequence-maximum'],
      places,
      where: [path],
      ...ofStore
    }
  }
  return { fixes: [fix], steps: async () => [logStep(source, path, null, [fix])] }
}
