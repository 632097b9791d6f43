import { join } from 'node:path'
import type { SourceHealth, SourceLocation } from '../adapter'
import { folderHealth } from '../file-store/folder-health'

/** Whether the folders of an agent folder can be listed. */
export function health({ root }: SourceLocation): SourceHealth {
  return folderHealth('pi', root, join(root, 'sessions'))
}
