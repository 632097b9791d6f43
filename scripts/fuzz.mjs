// `npm run fuzz [-- --inputs N] [-- name ...]`: damaged bytes, wrong structures and any JSON for every reader and importer; at least 100,000 inputs.
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { projectEnvironment, runChild } from './run/child.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

const args = process.argv.slice(2)
const at = args.indexOf('--inputs')
const wanted = at === -1 ? 100_000 : Number(args[at + 1])
const names = args.filter((arg, index) => !arg.startsWith('--') && index !== at + 1)
if (!Number.isInteger(wanted) || wanted < 1) {
  process.stderr.write('--inputs takes a number from 1 up.\n')
  process.exit(2)
}

/** Files whose properties take `fuzzRuns`, and how many properties each has. */
const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((path) => `src/${path.split(sep).join('/')}`)
  .filter((path) => path.endsWith('.test.ts') && (names.length === 0 || names.some((name) => path.includes(name))))
  .flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const own = text.match(/\bfuzzRuns\(/g)?.length ?? 0
    const suites = text.match(/^describeConformance\(/gm)?.length ?? 0
    const properties = own + suites * suiteProperties()
    return properties === 0 ? [] : [{ path, properties }]
  })

/** The conformance suite of every agent has some. */
function suiteProperties() {
  const suite = readFileSync(join(root, 'src/main/service/agents/conformance/describe-conformance.ts'), 'utf8')
  return suite.match(/\bfuzzRuns\(/g)?.length ?? 0
}

const properties = files.reduce((sum, file) => sum + file.properties, 0)
const each = Math.ceil(wanted / Math.max(1, properties))
await setupOrExit({ electron: false })
process.stdout.write(`${properties} properties in ${files.length} files, ${each} inputs for each\n`)
const began = Date.now()
const vitest = [
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '-t',
  'never a crash',
  ...files.map(({ path }) => path)
]
const code = await runChild(pinnedNode(), vitest, { env: projectEnvironment({ FUZZ_INPUTS: String(each) }) })
const minutes = Math.ceil((Date.now() - began) / 60_000)
process.stdout.write(
  `${code === 0 ? `${each * properties} inputs, no crash` : 'a crash was found'}, ${minutes} minutes\n`
)
process.exitCode = properties === 0 ? 1 : code
