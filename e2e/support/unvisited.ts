import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const longAgo = new Date('2020-02-02T02:02:02Z')

/** Makes a folder whose time of last access is older than its last change, so that a look into it shows in the former. */
export function unvisited(folder: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'mcp.json'), '{}')
  utimesSync(folder, longAgo, new Date())
  return folder
}

export const wasVisited = (folder: string): boolean => statSync(folder).atimeMs !== longAgo.getTime()

/** Whether this disk notes visits at all; tried on a folder that is made for it. */
export function notesVisits(folder: string): boolean {
  readdirSync(unvisited(folder))
  return wasVisited(folder)
}
