import type { SourceHealth, SourceLocation } from '../adapter'
import { folderHealth } from '../file-store/folder-health'
import { placesOf } from './places'

/** Whether the folders of a source can be listed. */
export function health(source: SourceLocation): SourceHealth {
  const { root, projects } = placesOf(source)
  return folderHealth('claude-code', root, projects)
}
