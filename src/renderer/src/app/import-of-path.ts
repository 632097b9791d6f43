import { pathsInText } from '../features/import/paths-in-text'
import { useImport } from '../state/import-store'
import type { WindowCommand } from './commands'

/** Looks inside what a typed or pasted path leads to; null for any other text. */
export function importOfPath(text: string): WindowCommand | null {
  const paths = pathsInText(text)
  return paths.length === 0
    ? null
    : { name: `Look inside ${paths.join(', ')}`, run: () => useImport.getState().look(paths) }
}
