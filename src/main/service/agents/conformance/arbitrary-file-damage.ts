import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { type Damage, damage } from './arbitrary-damage'
import { structuralDamage } from './arbitrary-structure'

/** One to three changes of a file, each as fits what the file is: JSON and its lines, pages of a database, what is packed. */
export function fileDamage(): fc.Arbitrary<readonly Damage[]> {
  const structural = fc.tuple(structuralDamage(), pageDamage()).map(
    ([lines, pages]): Damage =>
      (bytes) => {
        return isDatabase(bytes) ? pages(bytes) : lines(bytes)
      }
  )
  const any = fc.oneof({ weight: 3, arbitrary: structural }, { weight: 1, arbitrary: damage() })
  const inside = fc.tuple(any, fc.nat(7)).map(([change, rare]) => (rare === 0 ? change : unpacked(change)))
  return fc.array(inside, { minLength: 1, maxLength: 3 })
}

function isDatabase(bytes: Buffer): boolean {
  return bytes.subarray(0, 15).equals(Buffer.from('SQLite format 3'))
}

const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Damages what is packed, and packs it again: else nothing behind the checksum of the packing would be reached. */
function unpacked(change: Damage): Damage {
  return (bytes) => {
    if (!bytes.subarray(0, 4).equals(zstd)) return change(bytes)
    try {
      return zstdCompressSync(change(zstdDecompressSync(bytes)))
    } catch {
      // An earlier change damaged the packing itself.
      return change(bytes)
    }
  }
}

const pageBytes = 4096

/** Puts other bytes where a page of SQLite says what is on it, or where the file says what it is: numbers, offsets, kinds. */
function pageDamage(): fc.Arbitrary<Damage> {
  const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  const patch = fc.oneof(
    fc.constantFrom(
      [0],
      [255],
      [13],
      [5],
      [2],
      [10],
      [0, 0],
      [255, 255],
      [0, 0, 0, 0],
      [255, 255, 255, 255],
      [0, 0, 0, 1]
    ),
    fc.array(fc.nat(255), { minLength: 1, maxLength: 6 })
  )
  return fc.record({ where, at: fc.nat(120), patch }).map(({ where: page, at, patch: bytes }) => (sound) => {
    const pages = Math.max(1, Math.floor(sound.length / pageBytes))
    const start = Math.floor(page * pages) * pageBytes + at
    if (start + bytes.length > sound.length) return sound
    const changed = Buffer.from(sound)
    changed.set(bytes, start)
    return changed
  })
}
