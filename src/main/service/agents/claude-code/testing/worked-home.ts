import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleHome } from './sample-home'

/** A home whose session worked in a folder that is there, with the files as the session left them. */
export interface WorkedHome {
  readonly home: string
  readonly workspace: string
  readonly session: string
}

const session = '095bbe87-37e2-4820-b558-9182cfc4cc92'

/** The samples of Claude Code, moved into a home of a test's own: their recorded working directory becomes `weather` in it. */
export function workedHome(): WorkedHome {
  const home = sampleHome('claude-code')
  const workspace = join(home, 'weather')
  const projects = join(home, '.claude', 'projects')
  const folder = join(projects, workspace.replace(/[^A-Za-z0-9]/g, '-'))
  renameSync(join(projects, '-home-dev-weather'), folder)
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.jsonl'))) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/home/dev/weather', workspace))
  }
  const left = { 'README.md': '# weather\n', 'src/kept.js': 'never touched\n', 'docs/NOTES.md': notes }
  for (const [name, text] of Object.entries(left)) put(workspace, name, text)
  const edited = join(home, '.claude', 'file-history', session, '546097a1924200a8@v2')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  cpSync(edited, join(workspace, 'src', 'forecast.js'))
  return { home, workspace, session }
}

const notes = '# Notes\n\nTemperatures can be shown in Celsius.\n'

function put(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
