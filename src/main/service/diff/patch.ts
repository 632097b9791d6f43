import type { ComparePart, DiffRow } from '@shared/domain/diff'
import type { ComparedPart } from './compared-part'
import type { Compared } from './comparisons'
import { rowLine, valueText } from './row-line'

export const partTitles: Readonly<Record<ComparePart, string>> = {
  transcript: 'Transcript',
  tasks: 'Tasks',
  config: 'Configuration',
  files: 'Files',
  runs: 'Runs',
  artifacts: 'Artifacts',
  reports: 'Verification reports'
}

/** Of more rows than this the texts behind them are left out: a patch that long is read by nobody. */
const mostTexts = 400

/** What differs as a text: a unified diff for files and for texts that changed, one line for every other row. Secrets are masked. */
export async function patchOf(
  { comparison, parts }: Compared,
  only: ComparePart | undefined,
  signal: AbortSignal
): Promise<string> {
  const { a, b } = comparison
  const name = ({ agent, session, checkpoint }: typeof a) =>
    `${agent}:${session.id}${checkpoint === null ? '' : `#${checkpoint}`}`
  const out = [`# ${name(a)}`, `# ${name(b)}`]
  for (const part of parts) {
    if (only !== undefined && part.part !== only) continue
    const changed = part.changes.flatMap((change, row) => (change === 'same' ? [] : [row]))
    if (changed.length === 0) continue
    out.push('', `# ${partTitles[part.part]}`)
    for (const [nth, row] of changed.entries()) out.push(...(await linesOf(part, row, nth < mostTexts, signal)))
    if (changed.length > mostTexts) out.push(`# The texts of ${changed.length - mostTexts} more changes are left out.`)
  }
  return `${out.join('\n')}\n`
}

async function linesOf(part: ComparedPart, index: number, withText: boolean, signal: AbortSignal): Promise<string[]> {
  const row = part.row(index)
  signal.throwIfAborted()
  const isFile = part.part === 'files'
  const head = isFile ? fileLines(row) : [rowLine(row)]
  if (!withText || !hasText(row, isFile)) return head
  const [before, after] = namesOf(row, isFile)
  const text = await (await part.text(index, signal)).patch({ before, after }, signal)
  return [...head, ...(text === '' ? [] : text.replace(/\n$/, '').split('\n'))]
}

/** Of entries and records only what changed has a text worth its room; what was added stands in one line. */
function hasText(row: DiffRow, isFile: boolean): boolean {
  if (row.row === 'entry') return row.change === 'changed' || row.edited
  return row.text && (isFile || row.change === 'changed')
}

function namesOf(row: DiffRow, isFile: boolean): readonly [string | null, string | null] {
  if (row.row === 'entry') return [row.a?.id ?? null, row.b?.id ?? null]
  const before = row.change === 'added' ? null : (row.former ?? row.label)
  const after = row.change === 'removed' ? null : row.label
  return isFile ? [before, after] : [before ?? row.label, after ?? row.label]
}

function fileLines(row: DiffRow): string[] {
  if (row.row !== 'record') return []
  const rights = row.fields.filter(({ name, differs }) => name === 'rights' && differs)
  const renamed = row.former === undefined ? [] : [`rename from ${row.former}`, `rename to ${row.label}`]
  return [
    `diff --git a/${pathOf(row.former ?? row.label)} b/${pathOf(row.label)}`,
    ...rights.flatMap(({ a, b }) => [`old mode 10${valueText(a)}`, `new mode 10${valueText(b)}`]),
    ...renamed
  ]
}

const pathOf = (path: string) => path.replace(/^\/+/, '')
