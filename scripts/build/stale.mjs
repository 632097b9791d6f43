import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../setup/places.mjs'

const inputs = ['src', 'scripts/build', 'electron.vite.config.ts', 'package.json', 'package-lock.json']
export const stampFile = join(root, 'out', '.built-from')

function* filesUnder(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) yield* filesUnder(join(path, name))
}

/** A digest of what the build is made from; tests are no part of it. */
export function inputDigest(folder = root) {
  const hash = createHash('sha256')
  for (const input of inputs)
    for (const file of filesUnder(join(folder, input)))
      if (!/\.test\.\w+$/.test(file)) hash.update(`${relative(folder, file)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

export const isStale = () => !existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== inputDigest()
