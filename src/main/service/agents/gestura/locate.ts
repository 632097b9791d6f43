import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

type Origin = SourceLocation['origin']

/**
 * Homes that hold gestura's data. `--root` replaces everything else; a home without `.gestura` counts only when it was named.
 * `GESTURA_HOME_DIR` moves the sessions of the person's own home, not those of homes that were named.
 */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (location: SourceLocation) => {
    if (!found.some((known) => known.id === location.id)) found.push(location)
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(namedHome(places, root, 'flag'))
    return found
  }
  const own = ownHome(places)
  if (own !== null) add(own)
  for (const root of places.settings) add(namedHome(places, root, 'setting'))
  return found
}

function ownHome(places: Places): SourceLocation | null {
  const sessionsHome = places.env.GESTURA_HOME_DIR
  if (existsSync(join(places.home, '.gestura'))) return location(places, places.home, 'default')
  if (sessionsHome && existsSync(join(sessionsHome, '.gestura'))) return location(places, places.home, 'environment')
  return null
}

function namedHome(places: Places, named: string, origin: Origin): SourceLocation {
  return location(places, homeAround(resolve(places.cwd, named)), origin)
}

/** People also name the `.gestura` folder itself. It may hold a `.gestura` of its own, so the name alone does not decide. */
function homeAround(path: string): string {
  if (basename(path) !== '.gestura') return path
  const marks = ['agent_sessions', 'chat_sessions', 'checkpoints', 'gui_sessions.json', 'config.yaml', 'config.json']
  return marks.some((mark) => existsSync(join(path, mark))) ? dirname(path) : path
}

function location(places: Places, home: string, origin: Origin): SourceLocation {
  const root = canonical(home)
  const own = root === canonical(places.home)
  const env = own ? places.env : {}
  const moved = env.GESTURA_HOME_DIR
  return {
    id: sourceId('gestura', root),
    agent: 'gestura',
    root,
    origin,
    extra: {
      userData: userData(root, places.platform, env),
      ...(moved ? { sessionsHome: canonical(resolve(places.cwd, moved)) } : {})
    }
  }
}

/** The data folder of the operating system, which the terminal UI uses for tasks. Relative values of the variable do not count. */
function userData(home: string, platform: NodeJS.Platform, env: Places['env']): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming')
  const xdg = env.XDG_DATA_HOME
  return xdg && isAbsolute(xdg) ? xdg : join(home, '.local', 'share')
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
