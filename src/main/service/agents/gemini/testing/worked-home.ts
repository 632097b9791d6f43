import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sampleHome } from './samples'

const cwd = '/home/dev/My Projects/café.app_v2'

/** The samples of Gemini CLI in a home of a test's own, whose recorded directory is there as the session left it. */
export function workedHome(): { readonly home: string; readonly workspace: string } {
  const home = sampleHome()
  const workspace = join(home, 'café.app_v2')
  const project = join(home, '.gemini', 'tmp', 'caf-app-v2')
  for (const entry of readdirSync(project, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) moved(join(entry.parentPath, entry.name), workspace)
  }
  moved(join(home, '.gemini', 'projects.json'), workspace)
  put(join(workspace, 'src', 'forecast.js'), forecast)
  put(join(workspace, 'src', 'kelvin.js'), 'export const toKelvin = (c) => c + 273.15;\n')
  put(join(workspace, 'notes.txt'), 'made by hand since then\n')
  return { home, workspace }
}

function moved(path: string, workspace: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(cwd, workspace))
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** As the session left it. */
const forecast = 'changed by the session\n'
