import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTallies, tableOf, totalOf } from './tallies.mjs'

const tally = (what, lost) => ({ what, by: 'SIGKILL', tried: 10, of: 20, sound: 10 - lost, lost })

it('reads what the tests wrote down, and nothing where none did', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-tallies-'))
  const file = join(folder, 'tallies')
  expect(readTallies(file)).toEqual([])
  writeFileSync(file, `${JSON.stringify(tally('undo', 0))}\n${JSON.stringify(tally('prune', 1))}\n`)
  expect(readTallies(file).map(({ what }) => what)).toEqual(['prune', 'undo'])
  rmSync(folder, { recursive: true })
})

it('shows a loss in the table and in the sum', () => {
  const tallies = [tally('undo', 0), tally('prune', 1)]
  expect(tableOf(tallies).split('\n')[3]).toMatch(/^\| prune \| SIGKILL \| 10 +\| 20 \| 9 +\| 1 +\|$/)
  expect(totalOf(tallies)).toBe('20 points tried, 19 ended sound, 1 lost')
})
