import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fixtureJson, storeCopy } from '../test-fixtures'
import { readBytes } from './read-bytes'
import { isSealed, openSealed } from './sealed'

interface Vectors {
  readonly sealed: {
    readonly key: string
    readonly plaintext: string
    readonly samples: readonly string[]
    readonly fixedNonce: { readonly hex: string; readonly opensTo: string; readonly wrongKey: string }
  }
  readonly sealedFiles: { readonly key: string; readonly files: readonly { file: string; bytes: number }[] }
}

const { sealed, sealedFiles } = fixtureJson<Vectors>('vectors-a3s.json')
const key = Buffer.from(sealed.key, 'hex')

describe('openSealed', () => {
  it('a3s-43 opens what the crate sealed, and nothing with another key', () => {
    for (const hex of [...sealed.samples, sealed.fixedNonce.hex]) {
      const opened = openSealed(Buffer.from(hex, 'hex'), key, 'sample')
      expect(opened.ok && Buffer.from(opened.value).toString()).toBe(sealed.plaintext)
      const other = openSealed(Buffer.from(hex, 'hex'), Buffer.alloc(32, 8), 'sample')
      expect(other).toEqual({ ok: false, kind: 'decryption-failed', error: sealed.fixedNonce.wrongKey })
    }
  })

  it('a3s-43 lets plain bytes through unchanged, and bytes of 17 or less, and another version', () => {
    for (const text of ['plain', 'A3SE\x01123456789012', 'A3SE\x02123456789012345678901234567890']) {
      const bytes = Buffer.from(text, 'latin1')
      expect(isSealed(bytes)).toBe(false)
      expect(openSealed(bytes, key, 'sample')).toEqual({ ok: true, value: bytes })
    }
  })

  it('a3s-42 opens every sealed file of the store', () => {
    const root = storeCopy('sealed')
    for (const { file, bytes } of sealedFiles.files) {
      expect(statSync(join(root, file)).size).toBe(bytes)
      const rules = { what: 'file', links: 'inside' } as const
      const read = readBytes(root, join(root, file), { ...rules, key: Buffer.from(sealedFiles.key, 'hex') })
      if (!read.ok || read.value === null) throw new Error(file)
      expect(() => JSON.parse(Buffer.from(read.value as Uint8Array).toString())).not.toThrow()
      expect(readBytes(root, join(root, file), { ...rules, key: null })).toMatchObject({ kind: 'sealed-without-key' })
    }
  })
})
