import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../support/launch'

const core = join(projectRoot, 'e2e', 'fixtures', 'core')

export interface ExpectedSession {
  readonly agent: string
  readonly folder: string
  readonly root?: string
  readonly id: string
  readonly path: string
  readonly prompts: readonly string[]
  readonly title?: string
}

/** What the fixtures' makers wrote down of each session. */
export function expectedSessions(folder: string): ExpectedSession[] {
  const all = JSON.parse(readFileSync(join(core, 'expected.json'), 'utf8')) as ExpectedSession[]
  return all.filter((session) => session.folder === folder)
}

/** A throw-away home with the content of some fixture folders. */
export function fixtureHome(...folders: string[]): string {
  const home = mkdtempSync(join(tmpdir(), 'reprise-window-'))
  for (const folder of folders) {
    cpSync(join(core, folder), home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
  return home
}

interface GesturaFile {
  last_active: string
  state: { messages: Record<string, unknown>[] }
}

/** Adds a reply to a gestura session, as the agent does: the whole file is written anew. */
export function appendReply(home: string, path: string, content: string, at: string): void {
  const file = join(home, path)
  const session = JSON.parse(readFileSync(file, 'utf8')) as GesturaFile
  session.state.messages.push({ role: 'assistant', content, timestamp: at, source: 'system' })
  session.last_active = at
  writeFileSync(file, JSON.stringify(session, null, 2))
}
