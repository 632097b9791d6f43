import fc from 'fast-check'
import { type Damage, damage } from '../../agents/conformance/arbitrary-damage'
import { oddPath } from './arbitrary-names'
import { type RawEntry, rawZip } from './raw-zip'

/** Zips whose entries are files that agents write, under their own names or odd ones, and whose records say what is not so. */
export function anyZip(files: readonly RawEntry[]): fc.Arbitrary<Buffer> {
  const inner = rawZip(files.slice(0, 2))
  const own = fc.constantFrom(...files, { name: 'inner.zip', content: inner }, { name: 'projects/', content: '' })
  const odd = fc.record({ name: oddPath(), from: own }).map(({ name, from }): RawEntry => ({ ...from, name }))
  const entry = fc
    .tuple(fc.oneof({ weight: 2, arbitrary: own }, odd), wrongs(), fc.boolean())
    .map(([from, wrong, packed]): RawEntry => ({ ...from, packed, ...wrong }))
  const entries = fc
    .tuple(own, fc.array(entry, { maxLength: 6, size: 'max' }))
    .map(([sound, more]): RawEntry[] => [...more, { ...sound }])
  const count = fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.constantFrom(0, 1, 9, 0xffff))
  return fc
    .record({ entries, count, wrong: wrongBytes() })
    .map(({ entries: all, count: said, wrong }) =>
      wrong.reduce<Buffer>((bytes, each) => Buffer.from(each(bytes)), rawZip(all, said ?? all.length))
    )
}

/** In half of the files nothing beyond their entries is wrong, so that also what lies behind the first checks is reached. */
function wrongBytes(): fc.Arbitrary<readonly Damage[]> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 3, arbitrary: fc.array(fieldDamage(), { minLength: 1, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.array(damage(), { minLength: 1, maxLength: 2 }) }
  )
}

/** What an entry may say instead of the truth; most say the truth. */
function wrongs(): fc.Arbitrary<Partial<RawEntry>> {
  const wrong = fc.oneof<fc.Arbitrary<Partial<RawEntry>>[]>(
    fc.constantFrom(0, 1, 10, 70_000, 0x7fffffff, 0xffffffff).map((claims) => ({ claims })),
    fc.constantFrom(0, 0o040755, 0o100777, 0o120777, 0o020666, 0o010644, 0o140644, 0o177777).map((mode) => ({ mode })),
    fc.constant({ encrypted: true }),
    fc.constantFrom(0, 1, 5).map((sameAs) => ({ sameAs }))
  )
  return fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, wrong)
}

/** Where the numbers of each kind of record lie, and how many bytes they have (format: APPNOTE of zip, section 4.3). */
const records: readonly {
  readonly magic: number
  readonly fields: readonly (readonly [at: number, bytes: 2 | 4])[]
}[] = [
  {
    magic: 0x04034b50,
    fields: [
      [4, 2],
      [6, 2],
      [8, 2],
      [14, 4],
      [18, 4],
      [22, 4],
      [26, 2],
      [28, 2]
    ]
  },
  {
    magic: 0x02014b50,
    fields: [
      [4, 2],
      [6, 2],
      [8, 2],
      [10, 2],
      [16, 4],
      [20, 4],
      [24, 4],
      [28, 2],
      [30, 2],
      [32, 2],
      [34, 2],
      [38, 4],
      [42, 4]
    ]
  },
  {
    magic: 0x06054b50,
    fields: [
      [4, 2],
      [6, 2],
      [8, 2],
      [10, 2],
      [12, 4],
      [16, 4],
      [20, 2]
    ]
  }
]

/** Puts another number into one field of one record: flags such as the data descriptor's, methods, checksums, sizes, offsets. */
function fieldDamage(): fc.Arbitrary<Damage> {
  const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  const number = fc.oneof(
    fc.constantFrom(0, 1, 8, 9, 12, 14, 93, 99, 0x0800, 0x0008, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff),
    fc.integer({ min: 0, max: 70_000 })
  )
  return fc.record({ where, field: where, number }).map(({ where: at, field, number: value }) => (bytes) => {
    const found = recordsIn(bytes)
    const chosen = found[Math.floor(at * found.length)]
    const place = chosen?.fields[Math.floor(field * chosen.fields.length)]
    if (chosen === undefined || place === undefined) return bytes
    const changed = Buffer.from(bytes)
    const offset = chosen.at + place[0]
    if (offset + place[1] > changed.length) return bytes
    if (place[1] === 2) changed.writeUInt16LE(value & 0xffff, offset)
    else changed.writeUInt32LE(value >>> 0, offset)
    return changed
  })
}

function recordsIn(bytes: Buffer) {
  return records.flatMap(({ magic, fields }) => {
    const sign = Buffer.alloc(4)
    sign.writeUInt32LE(magic)
    const found: { at: number; fields: typeof fields }[] = []
    for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + 4)) found.push({ at, fields })
    return found
  })
}
