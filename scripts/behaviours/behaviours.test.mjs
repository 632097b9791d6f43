import { describe, expect, it } from 'vitest'
import { commands } from '../../src/main/cli/commands/all'
import { allRows, isNotYet } from './catalogue.mjs'
import {
  evidenceOfPlaywright,
  evidenceOfVitest,
  filesOfPlaywright,
  idsOf,
  joined,
  withoutFailures
} from './evidence.mjs'
import { keptOfApp, pageOf, staleIds } from './page.mjs'

const known = new Set(allRows().map(({ id }) => id))
const plain = (evidence) => Object.fromEntries([...evidence].map(([id, files]) => [id, Object.fromEntries(files)]))

describe('allRows', () => {
  it('has every behaviour and case once', () => {
    const upTo = (name, last) => Array.from({ length: last }, (_, index) => `${name}-${index + 1}`)
    const cases = {
      A: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 14, 15, 16, 17, 18],
      B: [1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 16, 17],
      C: [1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13, 14, 16],
      F: [1, 2, 3, 4, 5, 7]
    }
    expect([...known]).toEqual([
      ...upTo('gestura', 24),
      ...upTo('tact', 38),
      ...upTo('a3s', 57),
      ...Object.entries(cases).flatMap(([part, numbers]) => numbers.map((number) => `${part}${number}`)),
      'G',
      ...upTo('peer', 9)
    ])
    expect(allRows()).toHaveLength(known.size)
  })

  it('names only commands that there are', () => {
    const names = allRows().flatMap(({ where }) => [...where.matchAll(/`reprise (\w+)/g)].map((match) => match[1]))
    const there = commands.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !there.includes(name))).toEqual([])
  })
})

describe('idsOf', () => {
  it('takes the ids at the beginning of a name, and no others', () => {
    expect(idsOf('a3s-17 a3s-32 rebuilds all', known)).toEqual(['a3s-17', 'a3s-32'])
    expect(idsOf('A5 tact-3: undo after a restart', known)).toEqual(['A5', 'tact-3'])
    expect(idsOf('G3 a duplicate run id', known)).toEqual(['G'])
    expect(idsOf('gestura-3', known)).toEqual(['gestura-3'])
    expect(idsOf('reads a3s-17 back', known)).toEqual([])
    expect(idsOf('a3s-999 is none, nor is A9 or A session', known)).toEqual([])
    expect(idsOf('a3s-0a1b2c3d', known)).toEqual([])
  })
})

describe('evidenceOfVitest', () => {
  it('says for each id which files carry it and how that ended', () => {
    const test = (title, status, ...ancestorTitles) => ({ title, status, ancestorTitles })
    const report = {
      testResults: [
        { name: '/p/src/a.test.ts', assertionResults: [test('a3s-1 x', 'passed'), test('y', 'failed', 'tact-2 all')] },
        { name: '/p/src/b.test.ts', assertionResults: [test('a3s-1 a3s-2 z', 'skipped'), test('a3s-2 w', 'passed')] }
      ]
    }
    expect(plain(evidenceOfVitest(report, known, '/p'))).toEqual({
      'a3s-1': { 'src/a.test.ts': 'passed', 'src/b.test.ts': 'not run' },
      'a3s-2': { 'src/b.test.ts': 'passed' },
      'tact-2': { 'src/a.test.ts': 'failed' }
    })
  })
})

describe('evidenceOfPlaywright', () => {
  it('looks through suites in suites', () => {
    const spec = (title, status) => ({ title, file: 'window/r.spec.ts', tests: [{ status }] })
    const inner = { title: 'A5 undo', specs: [spec('after a restart', 'expected')] }
    const report = { suites: [{ title: 'window/r.spec.ts', specs: [spec('A4 keeps', 'skipped')], suites: [inner] }] }
    expect(plain(evidenceOfPlaywright(report, known))).toEqual({
      A4: { 'e2e/window/r.spec.ts': 'not run' },
      A5: { 'e2e/window/r.spec.ts': 'passed' }
    })
    expect([...filesOfPlaywright(report)]).toEqual(['e2e/window/r.spec.ts'])
  })
})

describe('pageOf', () => {
  const unit = new Map([['a3s-1', new Map([['src/a.test.ts', 'passed']])]])
  const app = new Map([['a3s-1', new Map([['e2e/window/r.spec.ts', 'passed']])]])

  it('is old as soon as another file carries an id, or none does any more', () => {
    const page = pageOf(joined(unit, app))
    expect(page).toContain(', [a.test](../src/a.test.ts) | passed |')
    expect(page).toContain('| a3s-2 |')
    expect(staleIds(page, page)).toEqual([])
    const other = new Map([...unit, ['a3s-2', new Map([['src/b.test.ts', 'not run']])]])
    expect(staleIds(page, pageOf(joined(other, app)))).toEqual(['a3s-2'])
    expect(staleIds(page, pageOf(app))).toEqual(['a3s-1'])
  })

  it('says that a test failed, and a check compares as if it had not', () => {
    const failing = new Map([['a3s-1', new Map([['src/a.test.ts', 'failed']])]])
    expect(pageOf(failing)).toContain('[a.test](../src/a.test.ts) | failed |')
    expect(pageOf(withoutFailures(failing))).toBe(pageOf(unit))
  })

  it('lets only a row go without a test that says it does not exist yet; there is none at present', () => {
    expect(isNotYet({ where: 'not yet: with the next agent' })).toBe(true)
    expect(isNotYet({ where: 'library only' })).toBe(false)
    expect(allRows().filter(isNotYet)).toEqual([])
  })

  it('keeps what it says of tests in the app where these were not run', () => {
    const page = pageOf(joined(unit, app))
    expect(plain(keptOfApp(page))).toEqual({ 'a3s-1': { 'e2e/window/r.spec.ts': 'passed' } })
    expect(pageOf(joined(unit, keptOfApp(page)))).toBe(page)
  })
})
