import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { version } from '../../../../package.json'

/**
 * Names the build that parses, since another one may see more in the same bytes: the version, and when this file was built, so that a
 * developer's next build reads everything again, too.
 */
export function readerVersion(): string {
  const file = statSync(fileURLToPath(import.meta.url), { throwIfNoEntry: false })
  return file ? `${version} ${Math.trunc(file.mtimeMs)}` : version
}
