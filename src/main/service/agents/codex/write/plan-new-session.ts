import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { PlanDraft } from '../../../restore/plan-draft'
import type { OpenedSession, Reading, SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import { movedBy } from '../../file-store/moved-by'
import { newWorkspace } from '../../file-store/new-workspace'
import { uuidSeven } from '../../file-store/uuid-seven'
import { withBytes } from '../../lines/byte-source'
import { asLatinJson, recordLine } from '../../lines/record-line'
import type { FolderMove } from '../../write-part'
import { findRollout } from '../files/find-rollout'
import type { RolloutFile } from '../files/rollout-files'
import { readHistory } from '../transcript/lineage'
import { endAfterEntry, endBeforeTurn } from './choose-end'
import { type HistoryRecord, historyRecords } from './history-records'
import { rewriteLine } from './rewrite-line'

/** Where the conversation ends: after an entry, before a turn, or not before its own end. */
export type NewSessionEnd = { readonly entry: string } | { readonly beforeTurn: string } | { readonly whole: true }

interface Made {
  readonly id: string
  readonly origin: string
  readonly now: number
  readonly folder: FolderMove | null
  readonly threads: ReadonlySet<string>
  readonly moves: readonly FolderMove[]
}

/**
 * `restore`, `restore-to-entry` and `fork`: the history up to a turn boundary as a rollout of its own, whole, also where it lies in several rollouts, in
 * the archive or compressed. Codex finds it by the id in its name. The original is never edited, nor is a database of Codex.
 */
export async function planNewSession(
  source: SourceLocation,
  session: OpenedSession,
  sessionId: string,
  end: NewSessionEnd,
  workspace: string | null,
  reading: Reading,
  moves: readonly FolderMove[] = []
): Promise<PlanDraft> {
  const file = findRollout(source.root, sessionId)
  if (file === null) return fail('session.gone', 'The rollout of this session is gone.')
  const { parts, findings } = await readHistory(source.root, file, reading)
  checkCopyable(parts.map(({ path }) => path))
  const own = parts.at(-1)?.meta ?? null
  if (own?.subagent) {
    return fail('refused', 'A subagent is no session of its own.', {
      advice: 'Choose an entry of the session that started it.'
    })
  }
  const records = historyRecords(parts)
  const count = await countFor(records, session, end)
  const taken = records.slice(0, count)
  if (!taken.some(({ isMeta }) => !isMeta))
    return fail('refused', 'There is no conversation in this part of the session.')
  const threads = new Set([sessionId, ...parts.flatMap(({ meta }) => meta?.id ?? [])])
  const folder = movedFolder(own?.cwd ?? null, workspace)
  const made: Made = { id: uuidSeven(reading.now()), origin: sessionId, now: reading.now(), folder, threads, moves }
  return {
    title: session.summary.title,
    created: made.id,
    steps: [
      {
        ...{ id: 'session', what: 'session', path: pathFor(source.root, made), approvedRoot: source.root, mode: 0o644 },
        content: contentOf(taken, made),
        because: `a new session with ${turnsIn(taken)} of ${turnsIn(records)} turns`
      }
    ],
    conflicts: [],
    cannot: [
      ...findings.map(({ what }) => ({ what: 'The beginning of the history', because: what })),
      {
        what: 'Files in the working directory',
        because: 'Codex keeps no copies of files, so they stay as they are now'
      }
    ],
    notes: notesOf(made, taken, file),
    inputs: [...new Set([file.path, ...parts.map(({ path }) => path)])].filter((path) => path.startsWith(source.root))
  }
}

async function countFor(
  records: readonly HistoryRecord[],
  session: OpenedSession,
  end: NewSessionEnd
): Promise<number> {
  if ('beforeTurn' in end) return endBeforeTurn(records, end.beforeTurn)
  return 'whole' in end ? records.length : endAfterEntry(records, session, end.entry)
}

function contentOf(taken: readonly HistoryRecord[], made: Made): Buffer {
  const lines: string[] = []
  const byPath = Map.groupBy(taken, ({ path }) => path)
  for (const [path, records] of byPath) {
    withBytes(path, (source) => {
      for (const record of records) {
        const line = recordLine(source, record)
        // Of several rollouts only the first one begins the new one.
        if (!record.isMeta) lines.push(rewriteLine(line, lines.length, { ...made, id: made.id }))
        else if (lines.length === 0) lines.push(metaLine(line, made))
      }
    })
  }
  return Buffer.from(`${lines.join('\n')}\n`, 'latin1')
}

function metaLine(line: string, { id, origin, now, folder, moves }: Made): string {
  const record = JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as Record<string, unknown>
  const isBare = typeof record.payload !== 'object' || record.payload === null
  const {
    history_base: _base,
    forked_from_ordinal_exclusive: _end,
    ...payload
  } = (isBare ? record : record.payload) as Record<string, unknown>
  const at = new Date(now).toISOString()
  const root =
    folder === null
      ? {}
      : {
          cwd: folder.to,
          ...('runtime_workspace_roots' in payload && {
            runtime_workspace_roots: rootsOf(payload.runtime_workspace_roots, folder, moves)
          })
        }
  const session = 'session_id' in payload ? { session_id: id } : {}
  const own = { ...payload, ...session, id, forked_from_id: origin, timestamp: at, ...root }
  const ordinal = typeof record.ordinal === 'number' ? { ordinal: 0 } : {}
  return asLatinJson(isBare ? own : { ...record, timestamp: at, ...ordinal, payload: own })
}

/** The directory of the new session, and with it those roots of then of which it is known where they are. */
function rootsOf(value: unknown, folder: FolderMove, moves: readonly FolderMove[]): readonly string[] {
  const others = Array.isArray(value) ? value.filter((each) => typeof each === 'string' && each !== folder.from) : []
  return [...new Set([folder.to, ...others.flatMap((each: string) => movedBy(each, moves) ?? [])])]
}

/** Where Codex itself puts a rollout: by the day, named after the local time. */
function pathFor(root: string, { id, now }: Made): string {
  const at = new Date(now)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())]
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two)
  return join(root, 'sessions', ...day, `rollout-${day.join('-')}T${time.join('-')}-${id}.jsonl`)
}

function movedFolder(from: string | null, wanted: string | null): Made['folder'] {
  if (wanted === null || from === null) return null
  return { from, to: newWorkspace(wanted) }
}

function turnsIn(records: readonly HistoryRecord[]): number {
  return records.filter(({ begins }) => begins !== null).length
}

function notesOf({ id }: Made, taken: readonly HistoryRecord[], file: RolloutFile): readonly string[] {
  const turn = taken.findLast(({ begins }) => begins !== null)?.begins
  return [
    `The new session is codex:${id}; the original stays as it is, byte for byte.`,
    turn
      ? `Codex will load the conversation up to the end of turn ${turn}. Reprise checks that after the apply.`
      : 'Codex will load all of it.',
    'The index of Codex is not written: `codex resume` with the id finds the rollout by its name, and Codex then takes it into its index. Until then the list of Codex lacks it.',
    ...(file.archived ? ['The original stays in the archive; the new session is not archived.'] : [])
  ]
}
