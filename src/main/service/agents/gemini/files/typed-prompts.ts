import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../../file-store/names-in'
import { fieldsOf, listOf, textOf, timeOf } from '../../json-fields/fields'
import type { ProjectFolder } from './project-folders'
import { groupsOfProject } from './session-files'

/** What a person typed, also commands of the program. */
export interface TypedPrompt {
  readonly at: number | null
  readonly text: string
}

/** Logs beyond this size are none that Gemini CLI wrote. */
const largestLog = 64 * 1024 * 1024

export function logPath({ path }: ProjectFolder): string {
  return join(path, 'logs.json')
}

/** Prompts of sessions whose transcript is gone, by id, each in the order in which they were typed. */
export function promptsOfGone(project: ProjectFolder): ReadonlyMap<string, readonly TypedPrompt[]> {
  const names = groupsOfProject(project).flatMap(({ parent, named }) => (parent === undefined ? [named] : []))
  const found = new Map<string, TypedPrompt[]>()
  for (const item of listOf(readLog(logPath(project))).map(fieldsOf)) {
    const id = textOf(item.sessionId)
    const text = textOf(item.message)
    if (id === null || id === '' || text === null || item.type !== 'user') continue
    if (names.some((named) => named !== '' && id.startsWith(named))) continue
    const prompts = found.get(id) ?? []
    prompts.push({ at: timeOf(item.timestamp), text })
    found.set(id, prompts)
  }
  return found
}

function readLog(path: string): unknown {
  const stat = statOf(path)
  if (!stat?.isFile() || stat.size > largestLog) return []
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as unknown
  } catch {
    return []
  }
}
