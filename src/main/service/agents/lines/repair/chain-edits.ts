import { withMembers } from '../../../json/edit-members'
import type { ByteSource } from '../byte-source'
import { objectOf } from '../line-record'
import { recordsFrom } from '../read-records'
import { asLatinJson, recordLine } from '../record-line'
import type { Edit } from './edit'
import type { FixWords } from './line-fixes'

/** How records of an agent name each other. */
export interface ChainNames {
  readonly id: string
  readonly parent: string
  /** Records of another group are another conversation in the same file. */
  group?(fields: Readonly<Record<string, unknown>>): string
}

export const chainWords: Readonly<Record<'chain', FixWords>> = {
  chain: {
    title: 'Hang a record whose predecessor is missing on the one before it',
    why: 'The agent follows these links from the end of the session, and loads nothing from above the gap.',
    findings: []
  }
}

/** Mends links to records that are not in the file; one with nothing before it is left as it is. */
export function chainEdits(source: ByteSource, names: ChainNames): readonly Edit[] {
  const ids = new Set<string>()
  for (const record of recordsFrom(source, 0)) {
    const id = record.kind === 'record' ? objectOf(record.value)?.[names.id] : undefined
    if (typeof id === 'string') ids.add(id)
  }
  const edits: Edit[] = []
  const before = new Map<string, string>()
  for (const record of recordsFrom(source, 0)) {
    const fields = record.kind === 'record' ? objectOf(record.value) : null
    const id = fields?.[names.id]
    if (record.kind !== 'record' || fields === null || typeof id !== 'string') continue
    const group = names.group?.(fields) ?? ''
    const parent = fields[names.parent]
    const previous = before.get(group)
    before.set(group, id)
    if (typeof parent !== 'string' || ids.has(parent) || previous === undefined || record.recovered) continue
    const line = withMembers(recordLine(source, record), { [names.parent]: asLatinJson(previous) })
    edits.push({ ...within(source, record), bytes: Buffer.from(line, 'latin1'), kind: 'chain' })
  }
  return edits
}

/** The record without what stands around it on its line. */
export function within(source: ByteSource, { from, to }: { from: number; to: number }): { from: number; to: number } {
  const bytes = source.read(from, to)
  let start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  let end = bytes.length
  while (start < end && isSpace(bytes[start])) start += 1
  while (end > start && isSpace(bytes[end - 1])) end -= 1
  return { from: from + start, to: from + end }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a
}
