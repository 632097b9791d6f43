import { fail } from '@shared/ipc/errors'
import { isNative, type NativeStepDraft, type PlanDraft, type StepDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { putBackFiles } from '../../file-store/put-back-files'
import { databaseFacts } from '../../foreign-sqlite/file-facts'
import { withDatabase } from '../../foreign-sqlite/with-database'
import { decodeState } from '../../foreign-sqlite/write/row-format'
import { textOf } from '../../foreign-sqlite/write/stored-value'
import { lookForSession } from '../sessions/find-session'
import { fitRows } from './fit-rows'
import { closeFirst, whyInUse } from './in-use'
import { isEmptyStore, pathOf, readSessionRows } from './native-store'
import { stepFor } from './rows-step'
import { columnsOf, columnsSql, sessionRows } from './session-rows'
import { parseBase } from './store-base'

interface KeptRows {
  readonly step: NativeStepDraft
  /** Whether other rows are there now. */
  readonly differs: boolean
  readonly notes: readonly string[]
}

/** A session that Reprise kept is put back where it lay, also when opencode has lost it, its project or the whole database. */
export async function planKept(
  source: SourceLocation,
  sessionId: string,
  parts: readonly StepDraft[],
  reading: Reading
): Promise<PlanDraft> {
  const { session } = await lookForSession(source, sessionId, reading)
  const inUse = session === null ? null : whyInUse(session.info, reading)
  const title = session?.info.title ?? titleIn(parts) ?? `Session ${sessionId}`
  const folders = ['storage', 'project'].map((name) => `${source.root}/${name}`)
  const inFiles = parts.filter((part) => !isNative(part))
  const files = putBackFiles({ source, title, parts: inFiles, folders, inUse, notes: [] })
  const rows: KeptRows[] = []
  for (const part of parts) if (isNative(part)) rows.push(await keptRows(source, part, reading))
  if (rows.length === 0) return files
  const there = [
    ...rows.filter(({ differs }) => differs).map(({ step }) => step.id),
    ...(files.conflicts[0]?.leavesOut.keep ?? [])
  ]
  return {
    title,
    steps: [...rows.map(({ step }) => step), ...files.steps],
    conflicts: there.length === 0 ? [] : [present(there, inUse)],
    cannot: files.cannot,
    notes: [closeFirst, ...new Set(rows.flatMap(({ notes }) => notes))],
    inputs: []
  }
}

async function keptRows(source: SourceLocation, part: NativeStepDraft, reading: Reading): Promise<KeptRows> {
  const { target, content, id, because } = part
  const session = target.session ?? ''
  if (content === null) return fail('checkpoint.invalid', 'The kept copy holds no rows.', { advice: 'Choose another.' })
  const path = pathOf(target, source)
  const place = { path, unit: target.database ?? '' }
  const words = { id, because, ...(target.base !== undefined && { base: target.base }) }
  const isGone = !databaseFacts(path).exists || (await withDatabase(path, reading, isEmptyStore, 'opencode'))
  if (isGone) {
    if (target.base === undefined) {
      return fail('refused', `There is no session database at ${path} any more.`, {
        advice: 'Start opencode once, which makes it, then make the plan again.'
      })
    }
    parseBase(target.base)
    const notes = ['There is no session database any more. It is made anew, as it was when the session was kept.']
    return { step: stepFor(source, place, session, content, words), differs: false, notes }
  }
  const fitted = await withDatabase(
    path,
    reading,
    (database) => fitRows(database, content, columnsOf(database.all(columnsSql), path)),
    'opencode'
  )
  const now = await readSessionRows(path, session, reading)
  // Events may outlive their session; they are none of what a person has written since.
  const differs = now !== null && hasSessionRow(now) && Buffer.compare(now, fitted.content) !== 0
  const lost = fitted.leftOut.map((what) => `This version of opencode has no place for what was kept of the ${what}.`)
  return { step: stepFor(source, place, session, fitted.content, words), differs, notes: lost }
}

function hasSessionRow(content: Uint8Array): boolean {
  const { rows } = decodeState(sessionRows, content)
  for (const { table } of rows()) if (table === 'session' || table === 'session_v2') return true
  return false
}

/** The title in the kept row of the session. */
function titleIn(parts: readonly StepDraft[]): string | null {
  const content = parts.find((part) => isNative(part) && part.id === 'session')?.content
  if (!content) return null
  const { columns, rows } = decodeState(sessionRows, content)
  for (const { table, values } of rows()) {
    const title = values[columns[table].indexOf('title')]
    return title === undefined ? null : textOf(title)
  }
  return null
}

function present(steps: readonly string[], inUse: string | null): PlanDraft['conflicts'][number] {
  return {
    id: 'present',
    code: 'session.present',
    what: `The session is still there, and what it holds now would give way.${inUse === null ? '' : ` ${inUse}`}`,
    step: null,
    options: [
      { value: 'keep', label: 'Keep what is there', effect: 'Only what is missing comes back.' },
      { value: 'replace', label: 'Put the kept one in its place', effect: 'What is there now goes into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: steps, replace: [] }
  }
}
