import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { samples } from './samples'

/** A session of three prompts, each with a commit before it. */
export const threeTurns = '1795955502709_bjvp1'

const bundle = fileURLToPath(new URL('../../../../../../e2e/fixtures/agents/cline/weather.git.bundle', import.meta.url))

/** The samples in a home of a test's own, with the repository that the session worked in, as it left it. */
export function workedHome(): { readonly home: string; readonly workspace: string } {
  const home = samples.sampleHome()
  const workspace = join(home, 'weather')
  const git = (...line: string[]) => execFileSync('git', line, { stdio: 'pipe', env: { PATH: process.env.PATH } })
  git('clone', '-q', '-b', 'main', bundle, workspace)
  git('-C', workspace, 'fetch', '-q', bundle, 'refs/cline/*:refs/cline/*')
  const folder = join(home, '.cline', 'data', 'sessions', threeTurns)
  for (const name of [`${threeTurns}.json`, `${threeTurns}.messages.json`]) {
    const path = join(folder, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/home/dev/weather', workspace))
  }
  // A file that another session of the samples made before; git does not know it.
  git('-C', workspace, 'restore', '--source', `refs/cline/checkpoints/${threeTurns}/2^3`, '--worktree', '--', 'docs')
  const forecast = join(workspace, 'src', 'forecast.js')
  put(forecast, readFileSync(forecast, 'utf8').replace('export function format', helper))
  put(join(workspace, 'docs', 'NOTES.md'), '# Notes\n\nTemperatures can be shown in Celsius.\n')
  put(join(workspace, 'src', 'kelvin.js'), 'export const toKelvin = (c) => c + 273.15;\n')
  put(join(workspace, 'notes.txt'), 'made by hand since then\n')
  return { home, workspace }
}

/** What the first turn put before the function. */
const helper = 'export function toCelsius(f) {\n  return Math.round(((f - 32) * 5) / 9);\n}\n\nexport function format'

function put(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
