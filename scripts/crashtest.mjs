// `npm run crashtest [-- --sample] [-- --docs] [-- name ...]`: kills, stops and fails every kind of change at every side effect, prints a table.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crashTests } from './crashtest/crash-tests.mjs'
import { writeTable } from './crashtest/docs-table.mjs'
import { readTallies, tableOf, totalOf } from './crashtest/tallies.mjs'
import { projectEnvironment, runChild } from './run/child.mjs'
import { pinnedNode, root } from './setup/places.mjs'
import { setupOrExit } from './setup.mjs'

const args = process.argv.slice(2)
const sample = args.includes('--sample')
const names = args.filter((arg) => !arg.startsWith('--'))
const files = names.length === 0 ? crashTests : crashTests.filter((file) => names.some((name) => file.includes(name)))

await setupOrExit({ electron: false })
const folder = mkdtempSync(join(tmpdir(), 'reprise-crashtest-'))
const tallyFile = join(folder, 'tallies')
const env = projectEnvironment({ CRASHTEST_TALLY: tallyFile, ...(sample ? {} : { CRASHTEST: 'full' }) })
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--silent=passed-only', ...files]
const began = Date.now()
const code = await runChild(pinnedNode(), vitest, { env })
const tallies = readTallies(tallyFile)
rmSync(folder, { recursive: true, force: true })
process.stdout.write(`\n${tableOf(tallies)}\n${totalOf(tallies)}\n`)
if (args.includes('--docs')) writeTable(tallies, { minutes: Math.ceil((Date.now() - began) / 60_000), sample })
process.exitCode = code === 0 && tallies.length > 0 && tallies.every(({ lost }) => lost === 0) ? 0 : 1
