import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../setup/places.mjs'
import { crashTests } from './crash-tests.mjs'

it('names every test that writes a tally, so that the table leaves none out', () => {
  const tests = readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => `src/${name}`)
    .filter(
      (name) =>
        name.endsWith('.test.ts') && readFileSync(join(root, name), 'utf8').match(/\b(?:tellTally|describeKilled)\(/)
    )
  expect(tests.sort()).toEqual([...crashTests].sort())
})
