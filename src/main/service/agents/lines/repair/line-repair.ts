import { relative } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SessionPart, SourceLocation } from '../../adapter'
import { checkCopyable } from '../../file-store/largest-copy'
import type { Mending, RepairPart } from '../../repair/repair-part'
import { type ByteSource, bytesSource, withBytes } from '../byte-source'
import { applyEdits, type Edit } from './edit'
import { lineEdits } from './line-edits'
import { type FixWords, lineFixes } from './line-fixes'

/** Mending that only one agent's records need. */
export interface RecordRepair {
  readonly words: Readonly<Record<string, FixWords>>
  edits(source: ByteSource): readonly Edit[]
}

export interface LineRepair {
  parts(source: SourceLocation, sessionId: string): readonly SessionPart[]
  readonly records?: RecordRepair
  /** What a plan has to say of a session, besides. */
  notes?(source: SourceLocation, sessionId: string): readonly string[]
}

type Words = Readonly<Record<string, FixWords>>
type FindEdits = (bytes: ByteSource) => readonly Edit[]

/** Rounds until nothing is left to do: one mending may bring to light what the next one is for. */
const mostRounds = 5
const mostPlaces = 5

/** Mending of sessions that are files of JSON lines. Files that are packed, or no lines, are left alone. */
export function lineRepair({ parts, records, notes }: LineRepair): RepairPart {
  const words: Words = { ...lineFixes, ...records?.words }
  const findEdits: FindEdits = (bytes) =>
    [...lineEdits(bytes), ...(records?.edits(bytes) ?? [])].sort((a, b) => a.from - b.from || a.to - b.to)
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
          // The session's own file needs no name; a fix of another one has its path.
          const suffix = index === 0 ? '' : `@${relative(source.root, part.path)}`
          const edits = withBytes(part.path, findEdits)
          const said = index === 0 ? (notes?.(source, sessionId) ?? []) : []
          return edits.length === 0 ? [] : [mendingOf(source, part, suffix, edits, words, findEdits, said)]
        })
    },
    verify: async (_source, _sessionId, paths) => paths.filter((path) => path.endsWith('.jsonl')).flatMap(left)
  }

  /** What was not chosen is still there, and no reason to take the rest back. */
  function left(path: string): readonly Finding[] {
    return [...new Set(withBytes(path, findEdits).map(({ kind }) => kind))].map((kind) => ({
      code: `repair.left.${kind}`,
      severity: 'notice',
      what: `${words[kind]?.title} could still be done.`,
      where: path
    }))
  }
}

function mendingOf(
  source: SourceLocation,
  part: SessionPart,
  suffix: string,
  edits: readonly Edit[],
  words: Words,
  findEdits: FindEdits,
  notes: readonly string[]
): Mending {
  const fixes = [...Map.groupBy(edits, ({ kind }) => kind)].map(([kind, all]) =>
    fixOf(kind, all, words[kind] as FixWords, part.path, suffix)
  )
  return {
    fixes,
    notes,
    async steps(chosen) {
      const kinds = new Set(
        fixes.filter(({ id }) => chosen.has(id)).map(({ id }) => id.slice(0, id.length - suffix.length))
      )
      const content = mended(part.path, kinds, findEdits)
      const because = fixes.filter(({ id }) => chosen.has(id)).map(({ title }) => title)
      const step: FileStepDraft = {
        ...{ id: 'session', what: part.what, path: part.path, approvedRoot: source.root, content },
        ...{ mode: 0o600, because: because.join('; ') }
      }
      return [step]
    }
  }
}

function fixOf(kind: string, edits: readonly Edit[], words: FixWords, path: string, suffix: string): Fix {
  const bytes = edits.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    ...{ id: kind + suffix, title: words.title, why: words.why, findings: [...words.findings] },
    places: edits.length,
    where: edits.slice(0, mostPlaces).map(({ from, to }) => `${path}, bytes ${from} to ${to}`),
    loses: words.loses?.(bytes) ?? null
  }
}

/** The file with these kinds of damage mended. */
function mended(path: string, kinds: ReadonlySet<string>, findEdits: FindEdits): Buffer {
  checkCopyable([path])
  let bytes = withBytes(path, (source) => source.read(0, source.size))
  for (let round = 0; round < mostRounds; round += 1) {
    const source = bytesSource(bytes)
    const edits = findEdits(source).filter(({ kind }) => kinds.has(kind))
    if (edits.length === 0) return bytes
    bytes = applyEdits(source, edits)
  }
  return fail('refused', `${path} cannot be mended that way: damage of the same kind comes to light again and again.`)
}
