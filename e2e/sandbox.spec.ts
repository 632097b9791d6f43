import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { electronCommand } from '../scripts/run/electron-command.mjs'
import { pinnedNode } from '../scripts/setup/places.mjs'
import { launchApp, projectRoot } from './support/launch'

const nobody = 65_534
const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups']

/** Why an ordinary user cannot start the app here; undefined where one can. */
function whyNot(electron: string): string | undefined {
  if (process.platform !== 'linux') return 'reads /proc'
  if (process.getuid?.() !== 0) return undefined
  const canRun = (path: string, ...args: string[]) => spawnSync('setpriv', [...asNobody, path, ...args]).status === 0
  if (!canRun('true')) return 'this root cannot become an ordinary user'
  if (!canRun('test', '-x', electron) || !canRun('test', '-r', join(projectRoot, 'package.json')))
    return 'an ordinary user cannot read the project here'
  if (!canRun('test', '-x', pinnedNode())) return 'an ordinary user cannot run the Node of the project here'
  return canRun('unshare', '--user', 'true') ? undefined : 'ordinary users may make no sandbox on this system'
}

/** A program that starts Electron as an ordinary user: root would have to switch the sandbox off. */
function ordinaryUser(electron: string) {
  const home = mkdtempSync(join(tmpdir(), 'reprise-e2e-user-'))
  if (process.getuid?.() !== 0) return { home, path: electron }
  const path = join(home, 'electron')
  writeFileSync(path, `#!/bin/sh\nexec setpriv ${asNobody.join(' ')} '${electron}' "$@"\n`)
  chmodSync(path, 0o755)
  chownSync(home, nobody, nobody)
  return { home, path }
}

test('the page of an ordinary user runs in the sandbox of the system', async () => {
  const electron = electronCommand([], () => undefined)
  const reason = whyNot(electron.path)
  test.skip(reason !== undefined, `not run: ${reason}`)
  const { home, path } = ordinaryUser(electron.path)
  const args = electron.args.filter((argument) => argument !== '--no-sandbox')
  const started = await launchApp({ existing: home, command: { path, args } })
  await expect(started.page).toHaveTitle('Reprise')
  const pid = await started.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.getTitle() === 'Reprise')
      ?.webContents.getOSProcessId()
  )
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // 2 = system calls go through a filter; a process without the sandbox has 0.
  expect(status).toMatch(/^Seccomp:\s+2$/m)
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  await started.close({ keep: true })
  rmSync(home, { recursive: true })
})
