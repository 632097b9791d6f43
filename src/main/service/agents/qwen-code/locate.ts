import type { Places, SourceLocation } from '../adapter'
import { locateFolders } from '../file-store/locate-folders'

/** Folders of Qwen Code: `~/.qwen` and those of the settings. */
export function locate(places: Places): readonly SourceLocation[] {
  return locateFolders(places, { agent: 'qwen-code', name: '.qwen', holds: 'projects' })
}
