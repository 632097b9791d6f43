import { expect, it } from 'vitest'
import { stateFindings } from './state-findings'
import type { StoreState } from './store/store-state'

/** An open store whose log has so many of each. */
function stateWith(count: number): StoreState {
  const value = { added: Array(count).fill({}), leftOpen: Array(count).fill({}), nextSaveBreaksLog: false }
  const opening = { ok: true, value } as unknown as StoreState['opening']
  const quarantined = Array<string>(count).fill('aside.ndjson')
  const lease = { ok: true, value: null } as const
  return { lease, opening, recovering: opening, quarantined, strangeNames: [], temporaryFiles: [], legacyFiles: [] }
}

it.each([
  [1, ['1 save is complete', '1 save was begun', '1 log was set aside']],
  [2, ['2 saves are complete', '2 saves were begun', '2 logs were set aside']]
])('what the log of a store holds is counted in the right number: %i', (count, words) => {
  const what = stateFindings('/store', stateWith(count)).map((finding) => finding.what)
  expect(what).toEqual(words.map((begin) => expect.stringContaining(begin)))
})
