// Checks what every source file imports against the rules of the layout (scripts/imports/rules.mjs).
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { checkFile } from './imports/check-file.mjs'
import { root } from './setup/places.mjs'

const files = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))

const breaches = files.flatMap((file) => checkFile(file, readFileSync(join(root, file), 'utf8')))
for (const { file, line, rule, why } of breaches) process.stderr.write(`${file}:${line}  ${rule}: ${why}\n`)
process.stderr.write(`imports: ${files.length} files, ${breaches.length} breaches\n`)
process.exitCode = breaches.length > 0 ? 1 : 0
