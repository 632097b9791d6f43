import { relative, sep } from 'node:path'

/**
 * Which test files carry an id, from reports of runs: id -> file -> how its tests with that id ended. Ids stand at the beginning of a
 * test's name, or of a name around it, one or several: `a3s-17 a3s-32 rebuilds all …`.
 *
 * @typedef {Map<string, Map<string, 'passed' | 'failed' | 'not run'>>} Evidence
 */

/** @returns {readonly string[]} the ids at the beginning of a name */
export function idsOf(name, known) {
  const ids = []
  for (let rest = name; ; ) {
    const [whole, word] = rest.match(/^([A-Za-z][A-Za-z0-9-]*)(?:[\s:,]+|$)/) ?? []
    if (word === undefined) return ids
    const id = /^G\d+$/.test(word) ? 'G' : word
    if (!known.has(id)) return ids
    ids.push(id)
    rest = rest.slice(whole.length)
  }
}

/** @param report what Vitest writes with `--reporter=json` */
export function evidenceOfVitest(report, known, root) {
  const evidence = new Map()
  for (const { name, assertionResults } of report.testResults) {
    const file = relative(root, name).split(sep).join('/')
    for (const { ancestorTitles, title, status } of assertionResults) {
      const result = status === 'passed' || status === 'failed' ? status : 'not run'
      for (const id of [...ancestorTitles, title].flatMap((each) => idsOf(each, known)))
        note(evidence, id, file, result)
    }
  }
  return evidence
}

const resultOfPlaywright = { expected: 'passed', flaky: 'passed', unexpected: 'failed', skipped: 'not run' }

/** @param report what Playwright writes with its json reporter; its files are below `e2e` */
export function evidenceOfPlaywright(report, known) {
  const evidence = new Map()
  const walk = (suite, titles) => {
    for (const { title, file, tests } of suite.specs ?? []) {
      for (const id of [...titles, title].flatMap((each) => idsOf(each, known)))
        for (const { status } of tests) note(evidence, id, `e2e/${file}`, resultOfPlaywright[status] ?? 'not run')
    }
    for (const inner of suite.suites ?? []) walk(inner, [...titles, inner.title])
  }
  for (const suite of report.suites) walk(suite, [])
  return evidence
}

const files = (suite) => [
  ...(suite.specs ?? []).map((spec) => `e2e/${spec.file}`),
  ...(suite.suites ?? []).flatMap((inner) => files(inner))
]

/** Files that a run reported on; fewer than there are tests means that only a part was run. */
export const filesOfPlaywright = (report) => new Set(report.suites.flatMap(files))
export const filesOfVitest = (report, root) =>
  new Set(report.testResults.map(({ name }) => relative(root, name).split(sep).join('/')))

const rank = { failed: 2, passed: 1, 'not run': 0 }

function note(evidence, id, file, result) {
  const of = evidence.get(id) ?? new Map()
  const before = of.get(file)
  if (before === undefined || rank[result] > rank[before]) of.set(file, result)
  evidence.set(id, of)
}

/** Both together. */
export function joined(...all) {
  const evidence = new Map()
  for (const one of all)
    for (const [id, found] of one) for (const [file, result] of found) note(evidence, id, file, result)
  return evidence
}

/** The same as if every test that failed had passed. */
export function withoutFailures(evidence) {
  const passed = (files) => new Map([...files].map(([file, result]) => [file, result === 'failed' ? 'passed' : result]))
  return new Map([...evidence].map(([id, files]) => [id, passed(files)]))
}
