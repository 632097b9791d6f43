import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectFolderOf } from '../listing/read-session'
import { sampleHome } from './samples'

/** The session with a file history. */
export const compressed = '4373fa43-9fb8-45ef-8874-da3138205c90'

/** The samples in a home of a test's own, where that session worked in one folder, which is there as the session left it. */
export function workedHome(): { readonly home: string; readonly workspace: string; readonly backups: string } {
  const home = sampleHome()
  const workspace = join(home, 'weather')
  const projects = join(home, '.qwen', 'projects')
  const project = join(projects, projectFolderOf(workspace))
  renameSync(join(projects, '-home-dev-weather'), project)
  const path = join(project, 'chats', `${compressed}.jsonl`)
  const moved = readFileSync(path, 'utf8').replaceAll('/home/dev/My Projects/café.app_v2', workspace)
  const records = moved.replaceAll('"/home/dev/weather"', JSON.stringify(workspace))
  // Qwen Code names files of the working directory by their path below it.
  writeFileSync(path, records.replaceAll(`"${workspace}/src/forecast.js":{"backup`, '"src/forecast.js":{"backup'))
  const backups = join(home, '.qwen', 'file-history', compressed)
  put(join(workspace, 'src', 'forecast.js'), readFileSync(join(backups, '17945a5337e626c0@v2')))
  put(join(workspace, 'src', 'kelvin.js'), readFileSync(join(backups, 'd96c06213368d2b8@v2')))
  put(join(workspace, 'notes.txt'), 'made by hand since then\n')
  return { home, workspace, backups }
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
