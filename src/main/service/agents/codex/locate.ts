import type { Places, SourceLocation } from '../adapter'
import { locateFolders } from '../file-store/locate-folders'

/** Homes of Codex: what `CODEX_HOME` names, `~/.codex` beside it, and those of the settings. `--root` replaces them all. */
export function locate(places: Places): readonly SourceLocation[] {
  return locateFolders(places, { agent: 'codex', name: '.codex', holds: 'sessions', moved: places.env.CODEX_HOME })
}
