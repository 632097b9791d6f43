// Checks that the paths and npm scripts which README, CONTRIBUTING and docs/ name are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathsNamed, scriptsNamed } from './docs/paths-named.mjs'
import { root } from './setup/places.mjs'

const inDocs = existsSync(join(root, 'docs'))
  ? readdirSync(join(root, 'docs'), { recursive: true }).map((name) => join('docs', name))
  : []
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inDocs].filter(
  (page) => page.endsWith('.md') && existsSync(join(root, page))
)
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const problems = pages.flatMap((page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const { marked, linked } = pathsNamed(text)
  const gone = [
    ...marked.filter((path) => !existsSync(join(root, path))),
    ...linked.filter((path) => !existsSync(join(root, dirname(page), path)))
  ]
  const unknown = scriptsNamed(text).filter((name) => !(name in scripts))
  return [
    ...gone.map((path) => `${page}: names ${path}, which is not there`),
    ...unknown.map((name) => `${page}: names npm run ${name}, which is no script`)
  ]
})
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stderr.write(`docs: ${pages.length} pages, ${problems.length} problems\n`)
process.exitCode = problems.length > 0 ? 1 : 0
