import { readFileSync, rmSync } from 'node:fs'

/** Counts of tests; `add` sums two of them. */
export const none = { passed: 0, failed: 0, skipped: 0 }
export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped
})

/** A run that failed without a failed test, or left no report, counts as one failure, whatever it printed. */
function fromReport(path, exitCode, read) {
  let tally
  try {
    tally = read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { ...none, failed: 1 }
  }
  return exitCode !== 0 && tally.failed === 0 ? add(tally, { ...none, failed: 1 }) : tally
}

/** Takes away a report of an earlier run, so that it is not counted again. */
export const forget = (path) => rmSync(path, { force: true })

export const tallyOfVitest = (path, exitCode) =>
  fromReport(path, exitCode, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests
  }))

export const tallyOfPlaywright = (path, exitCode) =>
  fromReport(path, exitCode, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped
  }))

/** Titles of tests that passed at their second try only; empty where there is no report. */
export function secondTries(path) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'))
    return specsOf(report)
      .filter((spec) => spec.tests.some((test) => test.status === 'flaky'))
      .map((spec) => `${spec.file}: ${spec.title}`)
  } catch {
    return []
  }
}

/** The closing line that machines read too. */
export function closingLine({ passed, failed, skipped }) {
  const line = `${passed} passed, ${failed} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
