import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { add, closingLine, secondTries, tallyOfPlaywright, tallyOfVitest } from './tally.mjs'

let folder
let report

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-tally-'))
  report = join(folder, 'report.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('tallyOfVitest', () => {
  it('counts what the report says', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }))
    expect(tallyOfVitest(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 3 })
  })

  it('counts a failure where the run failed and every test passed, or there is no report at all', () => {
    writeFileSync(report, JSON.stringify({ numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }))
    expect(tallyOfVitest(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 0 })
    expect(tallyOfVitest(join(folder, 'gone.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(tallyOfVitest(join(folder, 'gone.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })
})

describe('tallyOfPlaywright', () => {
  it('counts what the report says', () => {
    writeFileSync(report, JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 } }))
    expect(tallyOfPlaywright(report, 1)).toEqual({ passed: 4, failed: 1, skipped: 2 })
  })
})

describe('secondTries', () => {
  it('names what passed at the second try only, also in inner groups', () => {
    const spec = (title, status) => ({ file: 'window/a.spec.ts', title, tests: [{ status }] })
    const inner = { specs: [spec('shaky', 'flaky'), spec('steady', 'expected')] }
    writeFileSync(report, JSON.stringify({ suites: [{ specs: [spec('broken', 'unexpected')], suites: [inner] }] }))
    expect(secondTries(report)).toEqual(['window/a.spec.ts: shaky'])
    expect(secondTries(join(folder, 'gone.json'))).toEqual([])
  })
})

describe('closingLine', () => {
  it('is one plain line, with the skipped ones only where there are any', () => {
    const tally = { passed: 3, failed: 0, skipped: 0 }
    expect(closingLine(tally)).toBe('3 passed, 0 failed')
    expect(closingLine(add(tally, { passed: 1, failed: 1, skipped: 1 }))).toBe('4 passed, 1 failed, 1 skipped')
  })
})
