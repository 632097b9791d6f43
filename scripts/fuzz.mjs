// `npm run fuzz [-- --inputs N] [-- name ...]`: damaged bytes, wrong structures and any JSON for every parser and importer; at least 100,000 inputs.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, sep } from 'node:path'
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
await setupOrExit({ electron: false })

const scratch = mkdtempSync(join(tmpdir(), 'reprise-fuzz-'))
try {
  process.exitCode = await fuzz()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Each property takes its number of inputs from `fuzzRuns`, and "never a crash" stands in its name. */
async function fuzz() {
  const files = filesWithProperties()
  const properties = await listed(files)
  if (properties.length === 0) return 1
  const each = Math.ceil(wanted / properties.length)
  process.stdout.write(`${properties.length} properties in ${files.length} files, ${each} inputs for each\n`)
  const began = Date.now()
  const report = join(scratch, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await vitest(['run', ...reporters, ...files], { FUZZ_INPUTS: String(each) })
  const passed = tell(JSON.parse(readFileSync(report, 'utf8')), each)
  const minutes = Math.ceil((Date.now() - began) / 60_000)
  const whole = code === 0 && passed === properties.length
  process.stdout.write(
    `${passed * each} inputs passed in ${minutes} minutes${whole ? ', no crash' : '; a crash was found'}\n`
  )
  return whole ? 0 : code || 1
}

function filesWithProperties() {
  return readdirSync(join(root, 'src'), { recursive: true })
    .map((path) => `src/${path.split(sep).join('/')}`)
    .filter((path) => path.endsWith('.test.ts') && (names.length === 0 || names.some((name) => path.includes(name))))
    .filter((path) => /\bfuzzRuns\(|^describeConformance\(/m.test(readFileSync(join(root, path), 'utf8')))
}

/** What there is to run; tables and suites of tests only show when their files are loaded. */
async function listed(files) {
  if (files.length === 0) return []
  const list = join(scratch, 'list.json')
  await vitest(['list', '--no-static-parse', `--json=${list}`, ...files], {})
  return JSON.parse(readFileSync(list, 'utf8'))
}

function vitest([command, ...more], env) {
  const script = join(root, 'node_modules/vitest/vitest.mjs')
  return runChild(pinnedNode(), [script, command, '-t', 'never a crash', ...more], { env: projectEnvironment(env) })
}

/** One line for each file. Answers how many properties passed. */
function tell({ testResults }, each) {
  let sum = 0
  for (const { name, assertionResults } of testResults) {
    const ran = assertionResults.filter(({ status }) => status === 'passed' || status === 'failed')
    const passed = ran.filter(({ status }) => status === 'passed').length
    const seconds = Math.round(ran.reduce((time, { duration }) => time + (duration ?? 0), 0) / 1000)
    const failed = ran.length > passed ? `, ${ran.length - passed} of ${ran.length} properties failed` : ''
    process.stdout.write(`${basename(name, '.test.ts')}: ${passed * each} inputs, ${seconds} s${failed}\n`)
    sum += passed
  }
  return sum
}
