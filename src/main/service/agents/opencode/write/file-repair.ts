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
 * Records of the generations that keep a file for each: their characters are mended, and what is torn is set aside. That of a session itself keeps
 * opencode from listing any, and cannot be read by anybody any more; its messages stay.
 */
export const fileRepair: RepairPart = {
  async find(source, sessionId) {
    const own = new Set(filesOfSession(source.root, sessionId).map(({ path }) => path))
    const damaged = partsInFiles(source, [sessionId]).flatMap(({ path }) =>
      damageOf(path, own.has(path) ? 'session' : 'torn')
    )
    const all = withParts(source, sessionId, damaged)
    if (all.length === 0) return []
    return [
      {
        fixes: (['text', 'torn', 'session'] as const).flatMap((kind) => fixOf(kind, all)),
        steps: async (chosen) =>
          all.filter(({ kind }) => chosen.has(`files-${kind}`)).map((file) => stepOf(source, file))
      }
    ]
  },
  verify: async () => []
}

interface DamagedFile {
  readonly path: string
  readonly kind: 'text' | 'torn' | 'session'
  /** Null where the file is set aside. */
  readonly content: Buffer | null
  readonly bytes: number
}

function damageOf(path: string, torn: 'torn' | 'session'): readonly DamagedFile[] {
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largest) return []
  const before = readFileSync(path)
  const mended = mendDocument(path, before, [], '')
  if (mended === null && isRecord(before)) return []
  if (mended !== null && isRecord(mended.content)) {
    return [{ path, kind: 'text', content: mended.content, bytes: 0 }]
  }
  return [{ path, kind: torn, content: null, bytes: before.length }]
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

const loads = 'opencode does not load the session while one of them is in it.'
const words: Readonly<Record<DamagedFile['kind'], { readonly title: string; readonly why: string }>> = {
  text: { title: 'Mend the characters of records that opencode cannot parse', why: loads },
  torn: { title: 'Set records aside that are torn, and the parts of such messages', why: loads },
  session: {
    title: 'Set the file of the session aside, which is torn',
    why: "opencode's list of sessions fails as a whole while it lies there."
  }
}

function fixOf(kind: DamagedFile['kind'], all: readonly DamagedFile[]): readonly Fix[] {
  const files = all.filter((file) => file.kind === kind)
  if (files.length === 0) return []
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    {
      id: `files-${kind}`,
      ...words[kind],
      findings: [kind === 'session' ? 'session.unreadable' : 'opencode.record.unreadable'],
      places: files.length,
      where: files.slice(0, 5).map(({ path }) => path),
      loses: kind === 'text' ? null : `${bytes} bytes in ${files.length === 1 ? 'one file' : `${files.length} files`}`
    }
  ]
}

function stepOf({ root }: SourceLocation, { path, kind, content }: DamagedFile): FileStepDraft {
  return { id: 'session', what: 'session', path, approvedRoot: root, content, mode: 0o600, because: words[kind].title }
}
