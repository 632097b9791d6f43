import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeHomes } from '../samples/make-homes.ts'

/**
 * Writes the sample homes anew below `folder`: `home` with sessions of all three agents, the last of them minutes ago, and an empty
 * `reprise` for the app itself. Only these two folders are removed and made again.
 */
export function makeDemoHome(folder: string, now = Date.now()): { readonly home: string; readonly reprise: string } {
  const home = join(folder, 'home')
  const reprise = join(folder, 'reprise')
  for (const each of [home, reprise]) {
    rmSync(each, { recursive: true, force: true })
    mkdirSync(each, { recursive: true, mode: 0o700 })
  }
  makeHomes({ out: home, sessions: 18, now, damaged: true })
  return { home, reprise }
}
