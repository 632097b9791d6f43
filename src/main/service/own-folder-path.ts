import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** The home that the environment of this process names. */
export function homeOfProcess(): string {
  return process.env.HOME || process.env.USERPROFILE || homedir()
}

/** Where our folder lies: `REPRISE_HOME`, or the place that the system has for the data of applications. */
export function ownFolderPath(env: Environment, platform: NodeJS.Platform, home = homedir()): string {
  if (env.REPRISE_HOME) return resolve(env.REPRISE_HOME)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Reprise')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'Reprise')
  // The base directory specification has relative paths ignored.
  const data = env.XDG_DATA_HOME && isAbsolute(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : join(home, '.local', 'share')
  return resolve(data, 'reprise')
}

/** Private copies of databases that are open in this process lie there, below our own folder; nobody else's. */
export function scratchPath(own: string): string {
  return join(own, 'scratch', String(process.pid))
}
