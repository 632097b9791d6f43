import { homedir } from 'node:os'
import type { DesktopState } from '@shared/domain/desktop'
import { app } from 'electron'
import { autostartPath, setAutostart, startsAtLogin } from './autostart-file'

/** How this app is started without a window: packaged by its own program, else by Electron with our folder. */
function startCommand(): readonly string[] {
  const program = process.env['APPIMAGE'] ?? process.execPath
  return [program, ...(app.isPackaged ? [] : [app.getAppPath()]), '--hidden']
}

const path = () => autostartPath(process.env, homedir())

/** Whether the system starts Reprise at login now. */
export function readLoginItem(problem: string | null = null): DesktopState['login'] {
  const possible = ['linux', 'darwin', 'win32'].includes(process.platform)
  if (process.platform === 'linux') return { possible, on: startsAtLogin(path()), problem }
  return { possible, on: possible && app.getLoginItemSettings(itself()).openAtLogin, problem }
}

/** Has the system start Reprise at login, hidden, or not. A refusal is told as `problem`. */
export function setLoginItem(on: boolean): DesktopState['login'] {
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on, ...itself() })
    return readLoginItem()
  }
  try {
    setAutostart(path(), on ? startCommand() : null)
    return readLoginItem()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return readLoginItem(`${path()} could not be ${on ? 'written' : 'removed'} (${code}).`)
  }
}

const itself = () => ({ path: process.execPath, args: [...startCommand().slice(1)] })
