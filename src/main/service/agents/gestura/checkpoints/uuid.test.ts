import { describe, expect, it } from 'vitest'
import { canonicalUuid } from './uuid'

const canonical = 'e6b1c9f4-0b7d-4a35-9f0e-3d6a2b8c5d70'

describe('canonicalUuid', () => {
  it.each([
    canonical,
    canonical.toUpperCase(),
    canonical.replaceAll('-', ''),
    `{${canonical}}`,
    `urn:uuid:${canonical}`
  ])('reads %s', (text) => {
    expect(canonicalUuid(text)).toBe(canonical)
  })

  it.each(['', 'x', `{${canonical}`, `${canonical}0`, canonical.replace('-', ''), `urn:uuid:{${canonical}}`])(
    'refuses %s',
    (text) => {
      expect(canonicalUuid(text)).toBeNull()
    }
  )
})
