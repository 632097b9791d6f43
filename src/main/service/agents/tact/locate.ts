import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Places, SourceLocation } from '../adapter'
import { sourceId } from '../source-id'

/**
 * Folders that hold a `config.toml` of tact (format: "Paths"). `TACT_CONFIG` wins over `TACT_HOME`, which wins over the
 * home folder; the default folder is looked at beside a moved one, since its sessions are the person's too. `--root` replaces all.
 */
export function locate(places: Places): readonly SourceLocation[] {
  const found: SourceLocation[] = []
  const add = (location: SourceLocation | null) => {
    if (location && !found.some((known) => known.id === location.id)) found.push(location)
  }
  if (places.flags.length > 0) {
    for (const root of places.flags) add(location(places, resolve(places.cwd, root), 'flag'))
    return found
  }
  add(fromEnvironment(places))
  add(location(places, join(places.home, '.tact'), 'default'))
  for (const root of places.settings) add(location(places, resolve(places.cwd, root), 'setting'))
  return found
}

function fromEnvironment(places: Places): SourceLocation | null {
  const { TACT_CONFIG: config, TACT_HOME: home } = places.env
  if (config) {
    const path = resolve(places.cwd, config)
    return location(places, dirname(path), 'environment', basename(path))
  }
  return home ? location(places, resolve(places.cwd, home), 'environment') : null
}

function location(
  places: Places,
  path: string,
  origin: SourceLocation['origin'],
  configName = 'config.toml'
): SourceLocation {
  const root = canonical(path)
  return {
    id: sourceId('tact', root),
    agent: 'tact',
    root,
    origin,
    extra: { config: join(root, configName), ...authPlaces(places) }
  }
}

/** Where the shared credentials may lie (format: "Auth file"); only whether they are there is ever asked. */
function authPlaces(places: Places): Record<string, string> {
  const { TACT_AUTH_FILE: file, CODEX_HOME: codex } = places.env
  return {
    ...(file ? { authFile: resolve(places.cwd, file) } : {}),
    defaultAuthFile: codex ? resolve(places.cwd, codex, 'auth.json') : join(places.home, '.codex', 'auth.json')
  }
}

function canonical(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
