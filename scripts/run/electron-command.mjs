import { findElectron, root } from '../setup/places.mjs'

/**
 * Chromium refuses its sandbox to root. That is said here, in the scripts; the app itself never switches it off.
 * @param {readonly string[]} args
 * @param {(line: string) => void} say
 */
export function electronCommand(args = [], say = (line) => process.stderr.write(`${line}\n`)) {
  const electron = findElectron()
  if (!electron) throw new Error('There is no Electron; run: npm run setup')
  if (electron.fallback) say('note: this is the fallback Electron, old and unpatched: for development and tests only')
  const rootUser = process.getuid?.() === 0
  if (rootUser) say('note: started as root, so Chromium runs without its sandbox')
  return { path: electron.path, args: [...(rootUser ? ['--no-sandbox'] : []), root, ...args] }
}
