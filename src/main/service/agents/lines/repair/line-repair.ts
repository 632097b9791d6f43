import { statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SessionPart, SourceLocation } from '../../adapter'
import { checkCopyableBytes } from '../../file-store/largest-copy'
import type { Mending, RepairPart } from '../../repair/repair-part'
import { withBytes } from '../byte-source'
import { bytesWords } from '../bytes-words'
import { type FixWords, lineFixes } from './line-fixes'
import { afterRounds, type Kinds, type MendedLines, type MendedPlace, mendLines } from './mend-lines'
import type { RecordRepair } from './record-edits'

export interface LineRepair {
  parts(source: SourceLocation, sessionId: string): readonly SessionPart[]
  readonly records?: RecordRepair
  /** What a plan has to say of a session, besides. */
  notes?(source: SourceLocation, sessionId: string): readonly string[]
}

type Words = Readonly<Record<string, FixWords>>

const mostPlaces = 5

/** Mending of sessions that are files of JSON lines. Files that are packed, or no lines, are left alone. */
export function lineRepair({ parts, records, notes }: LineRepair): RepairPart {
  const words: Words = { ...lineFixes, ...records?.words }
  return {
    async find(source, sessionId) {
      const files = parts(source, sessionId)
      if (!files.some(({ what }) => what === 'session')) {
        fail(
          'refused',
          `Nothing in ${source.root} belongs to this session alone, so that nothing of it can be mended.`,
          {
            advice:
              'A subagent is mended with the session that started it. Of a session that is gone a kept copy can be put back, where there is one.'
          }
        )
      }
      return files
        .filter(({ path }) => path.endsWith('.jsonl'))
        .flatMap((part, index) => {
          const file = new DamagedFile(part, records)
          // The session's own file needs no name; a fix of another one has its path.
          const suffix = index === 0 ? '' : `@${relative(source.root, part.path)}`
          const said = index === 0 ? (notes?.(source, sessionId) ?? []) : []
          return file.places.length === 0 ? [] : [mendingOf(source, file, suffix, words, said)]
        })
    },
    verify: async (_source, _sessionId, paths) => paths.filter((path) => path.endsWith('.jsonl')).flatMap(left)
  }

  /** What was not chosen is still there, and no reason to take the rest back. */
  function left(path: string): readonly Finding[] {
    const { places } = withBytes(path, (source) => mendLines(source, records, null))
    return [...new Set(places.map(({ kind }) => kind))].map((kind) => ({
      code: `repair.left.${kind}`,
      severity: 'notice',
      what: `${words[kind]?.title} could still be done.`,
      where: path
    }))
  }
}

/** A file of a session, with all that can be mended of it as it was when that was looked for. */
class DamagedFile {
  readonly part: SessionPart
  private readonly records: RecordRepair | undefined
  private readonly looks: string
  private readonly all: MendedLines

  constructor(part: SessionPart, records: RecordRepair | undefined) {
    this.part = part
    this.records = records
    this.looks = looksOf(part.path)
    this.all = withBytes(part.path, (source) => mendLines(source, records, null))
  }

  get places(): readonly MendedPlace[] {
    return this.all.places
  }

  /** The file with these kinds of damage mended. */
  mended(kinds: ReadonlySet<string>): Buffer {
    const { path } = this.part
    return withBytes(path, (source) => {
      const known = this.all.places.every(({ kind }) => kinds.has(kind)) && this.looks === looksOf(path)
      const { rounds, endless } = known ? this.all : mendLines(source, this.records, kinds satisfies Kinds)
      if (endless) fail('refused', `${path} cannot be mended that way: damage comes to light again and again.`)
      const after = afterRounds(source, rounds)
      checkCopyableBytes(after.size)
      return after.read(0, after.size)
    })
  }
}

/** Changes when the file does. */
function looksOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return `${stat?.ino} ${stat?.size} ${stat?.mtimeNs} ${stat?.ctimeNs}`
}

function mendingOf(
  source: SourceLocation,
  file: DamagedFile,
  suffix: string,
  words: Words,
  notes: readonly string[]
): Mending {
  const { path, what } = file.part
  const fixes = [...Map.groupBy(file.places, ({ kind }) => kind)].map(([kind, all]) =>
    fixOf(kind, all, words[kind] as FixWords, path, suffix)
  )
  return {
    fixes,
    notes,
    async steps(chosen) {
      const wanted = fixes.filter(({ id }) => chosen.has(id))
      const content = file.mended(new Set(wanted.map(({ id }) => id.slice(0, id.length - suffix.length))))
      const because = wanted.map(({ title }) => title).join('; ')
      const step: FileStepDraft = {
        ...{ id: 'session', what, path, approvedRoot: source.root, content },
        ...{ mode: 0o600, because }
      }
      return [step]
    }
  }
}

function fixOf(kind: string, places: readonly MendedPlace[], words: FixWords, path: string, suffix: string): Fix {
  const bytes = places.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    ...{ id: kind + suffix, title: words.title, why: words.why, findings: [...words.findings] },
    places: places.length,
    where: places.slice(0, mostPlaces).map(({ from, to }) => `${path}, ${bytesWords(from, to)}`),
    loses: words.loses?.(bytes) ?? null
  }
}
