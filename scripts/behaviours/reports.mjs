import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { root } from '../setup/places.mjs'
import { allRows, isNotYet } from './catalogue.mjs'
import {
  evidenceOfPlaywright,
  evidenceOfVitest,
  filesOfPlaywright,
  filesOfVitest,
  joined,
  withoutFailures
} from './evidence.mjs'
import { keptOfApp, pageOf, staleIds } from './page.mjs'

export const pagePath = join(root, 'docs', 'behaviours.md')
export const unitReport = join(root, 'out', 'unit-report.json')
export const appReport = join(root, 'e2e-results', 'report.json')

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null)
const readPage = () => (existsSync(pagePath) ? readFileSync(pagePath, 'utf8') : '')
const knownIds = () => new Set(allRows().map(({ id }) => id))

/** Test files that a run said nothing about: then it was only a part of the run, and cannot speak for the rest. */
function unheard(folders, isTest, heard) {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => isTest.test(path) && !heard.has(path))
}

const unitFolders = ['src', 'scripts', 'test']
const isUnitTest = /\.test\.(?:tsx?|mjs)$/

/** @returns what a run of all unit tests showed; a sentence when there was none. */
export function unitEvidence() {
  const report = readReport(unitReport)
  if (report === null) return { wrong: 'there is no report of the unit tests' }
  const missing = unheard(unitFolders, isUnitTest, filesOfVitest(report, root))
  if (missing.length > 0)
    return { wrong: `the report of the unit tests leaves out ${missing.length} files, such as ${missing[0]}` }
  return { evidence: evidenceOfVitest(report, knownIds(), root) }
}

/** A report of the tests with ids alone. */
export const narrowReport = join(root, 'out', 'behaviours-report.json')

export function narrowEvidence() {
  const report = readReport(narrowReport)
  return report === null
    ? { wrong: 'the tests left no report' }
    : { evidence: evidenceOfVitest(report, knownIds(), root) }
}

/** Which tests to run to write the page: the files that have an id anywhere, and in them the tests with ids in their names. */
export function narrowRun() {
  const ids = allRows().map(({ id }) => id)
  const named = `(?:^|\\s)(?:${ids.join('|')}|G\\d+)(?:[\\s:,]|$)`
  // The names of the conformance suite, ids and all, stand in the file that describes it.
  const mentions = new RegExp(`\\b(?:${ids.join('|')}|describeConformance)\\b`)
  const files = unheard(unitFolders, isUnitTest, new Set()).filter((path) =>
    mentions.test(readFileSync(join(root, path), 'utf8'))
  )
  return { files, named }
}

/** The same of the tests in the app. */
export function appEvidence() {
  const report = readReport(appReport)
  if (report === null) return { wrong: 'there is no report of the tests in the app' }
  const missing = unheard(['e2e'], /\.spec\.ts$/, filesOfPlaywright(report))
  if (missing.length > 0)
    return { wrong: `the report of the tests in the app leaves out ${missing.length} files, such as ${missing[0]}` }
  return { evidence: evidenceOfPlaywright(report, knownIds()) }
}

/** The page as it should be after a run of the unit tests, with what it says of the app where the app was not run. */
export function wantedPage(unit, app) {
  const evidence = joined(unit, app ?? keptOfApp(readPage()))
  return { page: pageOf(evidence), bare: allRows().filter((row) => !evidence.has(row.id) && !isNotYet(row)) }
}

/** What is wrong with the page: ids that no test carries, and lines that do not say what the run showed. A failed test is counted elsewhere. */
export function behaviourProblems(unit, app) {
  const { page, bare } = wantedPage(withoutFailures(unit), app && withoutFailures(app))
  const early = allRows().filter((row) => isNotYet(row) && (unit.has(row.id) || app?.has(row.id)))
  const stale = staleIds(readPage(), page).filter((id) => bare.every((row) => row.id !== id))
  return [
    ...bare.map(({ id, what }) => `${id}: no test carries this id (${what})`),
    ...early.map(({ id }) => `${id}: has a test now; say in scripts/behaviours where a person meets it`),
    ...(stale.length === 0 ? [] : [`docs/behaviours.md is old for ${stale.join(', ')}; run: npm run behaviours`])
  ]
}
