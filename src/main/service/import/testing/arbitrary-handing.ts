import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { type Damage, damage } from '../../agents/conformance/arbitrary-damage'
import { structuralDamage } from '../../agents/conformance/arbitrary-structure'
import type { AgentFile } from './agent-files'
import { fileName } from './arbitrary-names'
import type { Handed } from './fuzz-desk'
import { rawZip } from './raw-zip'

/** What a person hands over of an agent's files: one, a folder of some, or a zip of these. Some are damaged or called otherwise. */
export interface Handing {
  readonly how: 'file' | 'folder' | 'zip'
  readonly files: readonly Handed[]
}

export function anyHanding(files: readonly AgentFile[]): fc.Arbitrary<Handing> {
  const one = fc.record({
    from: fc.constantFrom(...files),
    name: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fileName()),
    wrong: fc.oneof(
      { weight: 1, arbitrary: fc.constant<readonly Damage[]>([]) },
      { weight: 4, arbitrary: someDamage() }
    )
  })
  return fc
    .record({
      how: fc.constantFrom('file' as const, 'file' as const, 'folder' as const, 'zip' as const),
      chosen: fc.array(one, { minLength: 1, maxLength: 4 })
    })
    .map(({ how, chosen }) => {
      const handed = chosen.map(({ from, name, wrong }): Handed => {
        const bytes = wrong.reduce<Buffer>((all, each) => Buffer.from(each(all)), from.bytes)
        const own = from.name.split('/').at(-1) ?? from.name
        return { name: how === 'file' ? (name ?? own) : name === null ? from.name : renamed(from.name, name), bytes }
      })
      return { how, files: how === 'file' ? handed.slice(0, 1) : unique(handed) }
    })
}

function someDamage(): fc.Arbitrary<readonly Damage[]> {
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

function renamed(path: string, name: string): string {
  return [...path.split('/').slice(0, -1), name].join('/')
}

/** No name twice, and none that is a folder of another. */
function unique(files: readonly Handed[]): readonly Handed[] {
  const taken: Handed[] = []
  for (const file of files) {
    const clashes = taken.some(
      ({ name }) => name === file.name || name.startsWith(`${file.name}/`) || file.name.startsWith(`${name}/`)
    )
    if (!clashes) taken.push(file)
  }
  return taken
}

export function zipOfHanded(files: readonly Handed[]): Buffer {
  return rawZip(files.map(({ name, bytes }) => ({ name, content: bytes })))
}
