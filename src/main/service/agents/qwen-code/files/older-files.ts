import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { namesIn } from '../../file-store/names-in'
import { withBytes } from '../../lines/byte-source'
import type { QwenPlaces } from '../places'

/** A session of an earlier version, which kept them as Gemini CLI does. It is listed and not read. */
export interface OlderFile {
  /** The id that its beginning gives, else the name of the file. */
  readonly id: string
  readonly path: string
}

const headBytes = 4096

export function listOlderFiles({ tmp }: QwenPlaces): readonly string[] {
  return namesIn(tmp).flatMap(({ name }) => {
    const chats = join(tmp, name, 'chats')
    return namesIn(chats)
      .filter((entry) => entry.isFile() && /^session-.+\.jsonl?$/.test(entry.name))
      .map((entry) => join(chats, entry.name))
  })
}

/** Throws as `openBytes` does. */
export function readOlderFile(path: string): OlderFile {
  const head = withBytes(path, (source) => source.read(0, Math.min(headBytes, source.size))).toString('utf8')
  const named = path.replace(/^.*[/\\]/, '').replace(/\.jsonl?$/, '')
  return { id: /"sessionId"\s*:\s*"([\w-]{1,200})"/.exec(head)?.[1] ?? named, path }
}

/** The file of an earlier version that has this id. */
export function findOlder(places: QwenPlaces, id: string): string | null {
  return listOlderFiles(places).find((path) => isOf(path, id)) ?? null
}

function isOf(path: string, id: string): boolean {
  try {
    return readOlderFile(path).id === id
  } catch (error) {
    if (error instanceof ExpectedFailure) return false
    throw error
  }
}

export function olderSession({ id }: OlderFile, at: number): ListedSession {
  return {
    id,
    title: 'A session of an earlier version of Qwen Code',
    workspace: null,
    startedAt: null,
    updatedAt: at,
    entries: null,
    resumable: null,
    findings: null,
    state: 'older',
    layout: 'tmp'
  }
}
