import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { samples } from './samples'

/** A session of two turns that changed files. */
export const twoTurns = 'df3e8bee-209c-4802-9235-f68e591ac72f'

/** The samples in a home of a test's own, where that session worked in a folder that is there as it left it. */
export function workedHome(): { readonly home: string; readonly workspace: string; readonly backup: string } {
  const home = samples.sampleHome()
  const workspace = join(home, 'weather')
  const folder = join(home, '.copilot', 'session-state', twoTurns)
  for (const name of ['events.jsonl', 'workspace.yaml', 'rewind-file-snapshots/index.json']) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/home/dev/weather', workspace))
  }
  const backup = join(
    folder,
    'rewind-file-snapshots/backups/fb539903102388754cd1fa1dd8a3fb18af3878fb6353d5f1c2fe349f7bf40e42'
  )
  put(join(workspace, 'src', 'forecast.js'), readFileSync(backup, 'utf8').replace('export function format', helper))
  put(join(workspace, 'docs', 'NOTES.md'), '# Notes\n\nTemperatures can be shown in Celsius.\n')
  put(join(workspace, 'notes.txt'), 'made by hand since then\n')
  return { home, workspace, backup }
}

/** What the first turn put before the function. */
const helper = 'export function toCelsius(f) {\n  return Math.round(((f - 32) * 5) / 9);\n}\n\nexport function format'

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
