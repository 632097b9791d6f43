import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'
import { databasesOf } from './places'

/** The data folder of opencode on every system, below `XDG_DATA_HOME` where that is set, and those of the settings. `--root` replaces them. */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (named: string, origin: SourceLocation['origin'], extra: Readonly<Record<string, string>>) => {
    const root = canonical(dataIn(resolve(places.cwd, named)))
    const id = sourceId('opencode', root)
    if (!found.some((known) => known.id === id)) found.push({ id, agent: 'opencode', root, origin, extra })
  }
  for (const root of places.flags) add(root, 'flag', besideData(dataIn(resolve(places.cwd, root))))
  if (found.length > 0) return found
  const own = ownExtra(places)
  const moved = places.env.XDG_DATA_HOME
  // The variable is set for all programs of a desktop, so a missing folder there is no more than a missing default one.
  if (moved && existsSync(resolve(places.cwd, moved, 'opencode'))) add(join(moved, 'opencode'), 'environment', own)
  add(join(places.home, '.local', 'share', 'opencode'), 'default', moved ? besideHome(places) : own)
  for (const root of places.settings) add(root, 'setting', besideData(dataIn(resolve(places.cwd, root))))
  return found
}

/** Configuration and database of the agent that this person starts. */
function ownExtra(places: Places): Readonly<Record<string, string>> {
  const { XDG_CONFIG_HOME: config, OPENCODE_DB: database, OPENCODE_CONFIG: file } = places.env
  return {
    config: config ? join(resolve(places.cwd, config), 'opencode') : besideHome(places).config,
    ...(file ? { configFile: resolve(places.cwd, file) } : {}),
    // A relative name is one inside the data folder; `:memory:` is none that can be read.
    ...(database && database !== ':memory:' && database.startsWith('/') ? { database } : {})
  }
}

function besideHome({ home }: Places): { readonly config: string } {
  return { config: join(home, '.config', 'opencode') }
}

/** The configuration of another home lies beside its data, if that has its usual place. */
function besideData(data: string): Readonly<Record<string, string>> {
  const share = dirname(data)
  const local = dirname(share)
  const usual = basename(data) === 'opencode' && basename(share) === 'share' && basename(local) === '.local'
  return usual ? { config: join(dirname(local), '.config', 'opencode') } : {}
}

/** People also name the home, or a folder above the data. */
function dataIn(path: string): string {
  if (existsSync(join(path, 'storage')) || hasDatabase(path)) return path
  const inside = [join(path, '.local', 'share', 'opencode'), join(path, 'share', 'opencode'), join(path, 'opencode')]
  return inside.find((each) => existsSync(each)) ?? path
}

function hasDatabase(root: string): boolean {
  return databasesOf({ id: '', agent: 'opencode', root, origin: 'flag' }).length > 0
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
