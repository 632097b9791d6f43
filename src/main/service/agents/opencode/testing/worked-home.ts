import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'

const project = 'dccb98fa5e660672de6e6d8fb26ba16d9a754f2b'
const bundle = fileURLToPath(
  new URL('../../../../../../e2e/fixtures/agents/opencode/weather.git.bundle', import.meta.url)
)

/** Makes a home with the samples one whose session worked in it: the repository that its snapshots borrow from, and the files as it left them. */
export function workIn(home: string) {
  const data = join(home, '.local', 'share', 'opencode')
  const workspace = join(home, 'weather')
  execFileSync('git', ['clone', '-q', bundle, workspace], { stdio: 'ignore' })
  const shadows = join(data, 'snapshot', project)
  const name = createHash('sha1').update(workspace).digest('hex')
  renameSync(join(shadows, createHash('sha1').update('/home/dev/weather').digest('hex')), join(shadows, name))
  put(join(shadows, name, 'objects/info/alternates'), `${join(workspace, '.git/objects')}\n`)
  const database = new Database(join(data, 'opencode.db'))
  for (const [table, column] of [
    ['session', 'directory'],
    ['project', 'worktree'],
    ['part', 'data'],
    ['message', 'data']
  ])
    database.exec(`UPDATE ${table} SET ${column} = replace(${column}, '/home/dev/weather', '${workspace}')`)
  database.close()
  put(join(workspace, 'docs/NOTES.md'), '# Notes\n\nTemperatures can be shown in Celsius.\n')
  put(join(workspace, 'notes.txt'), 'made by hand since then\n')
  return { home, workspace, shadow: join(shadows, name) }
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
