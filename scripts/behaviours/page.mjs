import { basename } from 'node:path'
import { isNotYet, rowsOf, sections } from './catalogue.mjs'

const intro = [
  '# Which test shows what',
  '',
  'What the agents’ own tests check, what we promise beyond them, and trouble that people reported elsewhere, with the tests that carry',
  'each id. Made from a run of the tests by `npm run behaviours`; `npm run check` says when an id has no test or when this page is old.',
  '',
  '“passed” and “failed” are how the last run ended, “not run” that this system could not run it, “not yet” that what it is about does',
  'not exist here; “library only” that the code has it and no screen or command needs it.',
  ''
].join('\n')

/** The whole page. */
export function pageOf(evidence) {
  const parts = sections.map(({ file, title }) => {
    const lines = rowsOf(file).map((row) => lineOf(row, evidence.get(row.id) ?? new Map()))
    return [
      `## ${title}`,
      '',
      '| id | what holds | where | tests | result |',
      '|---|---|---|---|---|',
      ...lines,
      ''
    ].join('\n')
  })
  return [intro, ...parts].join('\n')
}

function lineOf(row, found) {
  const { id, what, where } = row
  const tests = [...found.keys()].sort().map((file) => `[${basename(file).replace(/\.[a-z]+$/, '')}](../${file})`)
  return `| ${id} | ${what} | ${where} | ${tests.join(', ') || 'none'} | ${isNotYet(row) ? 'not yet' : resultOf(found)} |`
}

function resultOf(found) {
  const results = new Set(found.values())
  return results.has('failed') ? 'failed' : results.has('passed') ? 'passed' : 'not run'
}

/** What a page says about tests in the app, to keep it when only the others were run. */
export function keptOfApp(page) {
  const evidence = new Map()
  for (const line of page.split('\n')) {
    const cells = line.match(/^\| ([A-Za-z][\w-]*) \|.*\| ([^|]*) \| (passed|failed|not run) \|$/)
    if (cells === null) continue
    const files = [...cells[2].matchAll(/\]\(\.\.\/(e2e\/[^)]+)\)/g)].map((match) => match[1])
    if (files.length > 0) evidence.set(cells[1], new Map(files.map((file) => [file, cells[3]])))
  }
  return evidence
}

/** Ids whose line is not the one that it should be. */
export function staleIds(page, wanted) {
  const have = new Set(page.split('\n'))
  return wanted
    .split('\n')
    .filter((line) => line.startsWith('| ') && !have.has(line))
    .map((line) => line.split(' ')[1])
}
