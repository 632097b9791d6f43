import { posix } from 'node:path'
import { readImports } from './read-imports.mjs'
import { isTestCode, rules, whyNotOpen } from './rules.mjs'

/** Tests may make the stores that they read, so what a program may write is not asked of them. */
const notForTests = new Set([
  'few files write files',
  'SQLite is opened by the store and by agents whose own store it is',
  'shared imports only itself and zod'
])

/** What a module name means, seen from a file: a path below the project, or a package. */
export function resolveName(from, source) {
  if (source.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), source))
  return source.replace(/^@shared\//, 'src/shared/').replace(/^@renderer\//, 'src/renderer/src/')
}

/** Every breach of the import rules in one file, as lines that an editor can follow. */
export function checkFile(from, text) {
  const { uses, writingOpens } = readImports(from, text)
  const found = []
  const asked = Object.entries(rules).filter(([name]) => !(isTestCode(from) && notForTests.has(name)))
  for (const use of uses)
    for (const [name, rule] of asked) {
      const why = rule({ from, to: resolveName(from, use.source), names: use.names, type: use.type })
      if (why) found.push({ file: from, line: use.line, rule: name, why })
    }
  const noOpen = isTestCode(from) ? undefined : whyNotOpen(from)
  if (noOpen)
    for (const line of writingOpens) found.push({ file: from, line, rule: 'few files write files', why: noOpen })
  return found
}
