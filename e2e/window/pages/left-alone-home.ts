import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fixtureHome } from './fixture-home'

const longAgo = 1_750_000_000

/** A throw-away home whose files nobody has touched for long: a session that was just written counts as in use. */
export function leftAloneHome(...folders: string[]): string {
  const home = fixtureHome(...folders)
  leaveAlone(home)
  return home
}

/** Makes every file of a folder an old one. */
export function leaveAlone(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), longAgo, longAgo)
  }
}
