import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Fix } from '@shared/domain/repair'
import type { FileStepDraft } from '../../../restore/plan-draft'
import type { SourceLocation } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import { isObject, parseJson } from '../../json-access'
import { mendDocument } from '../../repair/document-mending'
import type { RepairPart } from '../../repair/repair-part'
import { filesOfSession } from '../files/session-files'
import { partsInFiles } from './session-tree'

/** A record beyond this size is not looked at. */
const largest = 256 * 1024 * 1024

/**
 * Records of the generations that keep a file for each: their characters are mended, and messages and parts that are torn are set aside. The file of
 * a session itself stays: without it opencode knows nothing of the session.
 */
export const fileRepair: RepairPart = {
  async find(source, sessionId) {
    const own = new Set(filesOfSession(source.root, sessionId).map(({ path }) => path))
    const damaged = partsInFiles(source, [sessionId]).flatMap(({ path }) => damageOf(path, !own.has(path)))
    const all = withParts(source, sessionId, damaged)
    if (all.length === 0) return []
    return [
      {
        fixes: (['text', 'torn'] as const).flatMap((kind) => fixOf(kind, all)),
        steps: async (chosen) =>
          all.filter(({ kind }) => chosen.has(`files-${kind}`)).map((file) => stepOf(source, file))
      }
    ]
  },
  verify: async () => []
}

interface DamagedFile {
  readonly path: string
  readonly kind: 'text' | 'torn'
  /** Null where the file is set aside. */
  readonly content: Buffer | null
  readonly bytes: number
}

function damageOf(path: string, mayGo: boolean): readonly DamagedFile[] {
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largest) return []
  const before = readFileSync(path)
  const mended = mendDocument(path, before, [], '')
  if (mended === null && isRecord(before)) return []
  if (mended !== null && isRecord(mended.content)) {
    return [{ path, kind: 'text', content: mended.content, bytes: 0 }]
  }
  return mayGo ? [{ path, kind: 'torn', content: null, bytes: before.length }] : []
}

/** With a message that goes its parts go, too: nothing asks for them any more. */
function withParts(source: SourceLocation, id: string, damaged: readonly DamagedFile[]): readonly DamagedFile[] {
  const gone = new Set(damaged.filter(({ kind }) => kind === 'torn').map(({ path }) => path))
  const folders = filesOfSession(source.root, id).flatMap(({ messages, parts }) =>
    [...gone].filter((path) => dirname(path) === messages).map((path) => parts(path.slice(messages.length + 1, -5)))
  )
  const parts = partsInFiles(source, [id]).filter(({ path }) => folders.includes(dirname(path)))
  const more = parts.map(({ path }): DamagedFile => {
    return { path, kind: 'torn', content: null, bytes: statOf(path)?.size ?? 0 }
  })
  const known = new Set(more.map(({ path }) => path))
  return [...damaged.filter(({ path }) => !known.has(path)), ...more]
}

function isRecord(bytes: Buffer): boolean {
  return isObject(parseJson(bytes.toString('utf8')))
}

const words: Readonly<Record<DamagedFile['kind'], string>> = {
  text: 'Mend the characters of records that opencode cannot parse',
  torn: 'Set records aside that are torn, and the parts of such messages'
}

function fixOf(kind: DamagedFile['kind'], all: readonly DamagedFile[]): readonly Fix[] {
  const files = all.filter((file) => file.kind === kind)
  if (files.length === 0) return []
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    {
      id: `files-${kind}`,
      title: words[kind],
      why: 'opencode does not load the session while one of them is in it.',
      findings: ['opencode.record.unreadable'],
      places: files.length,
      where: files.slice(0, 5).map(({ path }) => path),
      loses: kind === 'text' ? null : `${bytes} bytes in ${files.length === 1 ? 'one file' : `${files.length} files`}`
    }
  ]
}

function stepOf({ root }: SourceLocation, { path, kind, content }: DamagedFile): FileStepDraft {
  return { id: 'session', what: 'session', path, approvedRoot: root, content, mode: 0o600, because: words[kind] }
}
