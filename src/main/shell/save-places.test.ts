import { describe, expect, it } from 'vitest'
import { SavePlaces } from './save-places'

describe('SavePlaces', () => {
  it('F3 lets the page write only to a place that was chosen in a dialog', () => {
    const places = new SavePlaces()
    places.add('/home/mira/out.reprise')
    expect(places.refusal('bundle.make', { path: '/home/mira/out.reprise' })).toBe(null)
    for (const path of ['/home/mira/.bashrc', undefined, 7]) {
      expect(places.refusal('bundle.make', { path })?.code).toBe('forbidden')
      expect(places.refusal('export.make', { path })?.code).toBe('forbidden')
    }
    expect(places.refusal('export.make', null)?.code).toBe('forbidden')
    expect(places.refusal('scan.run', {})).toBe(null)
  })
})
