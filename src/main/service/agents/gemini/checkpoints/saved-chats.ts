import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { namesIn, statOf } from '../../file-store/names-in'
import { fieldsOf, listOf } from '../../json-fields/fields'
import type { ProjectFolder } from '../files/project-folders'

/** A conversation that was saved with `/chat save`. It names no session; only the session's own note of it does. */
export interface SavedChat {
  readonly tag: string
  readonly path: string
  readonly at: number
  /** Null when it cannot be read. */
  readonly messages: number | null
}

const chatName = /^checkpoint-(.+)\.json$/
const largest = 64 * 1024 * 1024

/** Names of the saved chats of a project, as one text that changes when one comes or goes. */
export function savedNames(project: ProjectFolder): string {
  const names = namesIn(project.path).map(({ name }) => name)
  return names
    .filter((name) => chatName.test(name))
    .toSorted()
    .join('/')
}

/** How many of these tags have a saved chat. */
export function countSaved(project: ProjectFolder, tags: readonly string[]): number {
  if (tags.length === 0) return 0
  const saved = namesIn(project.path).map(({ name }) => decoded(chatName.exec(name)?.[1] ?? ''))
  return tags.filter((tag) => saved.includes(tag)).length
}

export function savedChats(project: ProjectFolder): readonly SavedChat[] {
  return namesIn(project.path).flatMap((entry) => {
    const tag = chatName.exec(entry.name)?.[1]
    const path = join(project.path, entry.name)
    const stat = tag === undefined || !entry.isFile() ? null : statOf(path)
    if (tag === undefined || stat === null) return []
    return [{ tag: decoded(tag), path, at: stat.mtimeMs, messages: stat.size > largest ? null : countIn(path) }]
  })
}

export function chatId({ path }: SavedChat): string {
  return basename(path, '.json')
}

/** Earlier versions saved the bare list. */
function countIn(path: string): number | null {
  try {
    const content = JSON.parse(readFileSync(path, 'utf8')) as unknown
    return Array.isArray(content) ? content.length : listOf(fieldsOf(content).history).length
  } catch {
    return null
  }
}

function decoded(tag: string): string {
  try {
    return decodeURIComponent(tag)
  } catch {
    return tag
  }
}
