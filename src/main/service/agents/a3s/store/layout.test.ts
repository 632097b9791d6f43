import { describe, expect, it } from 'vitest'
import { fixtureJson } from '../test-fixtures'
import { fileKey, idOfFileName, idOfKey, legacyName } from './layout'

interface Vectors {
  readonly idKeys: readonly { id: string; key: string; legacyName: string }[]
  readonly keysThatDifferOnlyInCase: readonly (readonly string[])[]
}

const vectors = fixtureJson<Vectors>('vectors-a3s.json')

describe('fileKey and idOfKey', () => {
  it('a3s-9 name any id as the crate does, and back', () => {
    for (const { id, key, legacyName: old } of vectors.idKeys) {
      expect(fileKey(id)).toBe(key)
      expect(idOfKey(key)).toBe(id)
      expect(legacyName(id)).toBe(old)
    }
    for (const [one, two, keyOne, keyTwo] of vectors.keysThatDifferOnlyInCase) {
      expect([fileKey(one ?? ''), fileKey(two ?? '')]).toEqual([keyOne, keyTwo])
    }
  })

  it('a3s-10 decodes no padding, no other prefix, no bytes outside UTF-8, no other extension', () => {
    for (const name of ['YWJjZA', 'id_YWJjZA==', 'id_@@@', 'id__w', 'ID_YWJjZA', 'id_YR'])
      expect(idOfKey(name)).toBeNull()
    expect(idOfFileName('id_YWJjZA.JSON')).toBeNull()
    expect(idOfFileName('id_YWJjZA.json.1.2.3.tmp')).toBeNull()
    expect(idOfFileName('id_.json')).toBe('')
  })
})
