import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of a zip, with what a hostile one may say instead of the truth. */
export interface RawEntry {
  readonly name: string
  readonly content?: string | Uint8Array
  /** Rights and kind as Unix has them, in the upper half of the attributes. */
  readonly mode?: number
  readonly packed?: boolean
  /** What the entry says its content has, where that is another number. */
  readonly claims?: number
  readonly encrypted?: boolean
  /** Points at the content of the entry of that number instead of one of its own. */
  readonly sameAs?: number
}

/** A zip file byte by byte: writers of zip files refuse to make the ones that are tried here. */
export function rawZip(entries: readonly RawEntry[], claimedCount = entries.length): Buffer {
  const pieces: Buffer[] = []
  const central: Buffer[] = []
  const offsets: number[] = []
  let at = 0
  for (const entry of entries) {
    const facts = factsOf(entry)
    const offset = entry.sameAs === undefined ? at : (offsets[entry.sameAs] ?? 0)
    offsets.push(offset)
    if (entry.sameAs === undefined) {
      const local = localHeader(facts)
      pieces.push(local, facts.data)
      at += local.length + facts.data.length
    }
    central.push(centralHeader(facts, offset))
  }
  const directory = Buffer.concat(central)
  return Buffer.concat([...pieces, directory, endRecord(claimedCount, directory.length, at)])
}

interface Facts {
  readonly name: Buffer
  readonly data: Buffer
  readonly size: number
  readonly crc: number
  readonly flags: number
  readonly method: number
  readonly mode: number
}

function factsOf({ name, content = '', mode = 0o100600, packed = false, claims, encrypted = false }: RawEntry): Facts {
  const plain = Buffer.from(content as string)
  return {
    name: Buffer.from(name),
    data: packed ? deflateRawSync(plain, { level: 9 }) : plain,
    size: claims ?? plain.length,
    crc: crc32(plain),
    flags: 0x800 | (encrypted ? 1 : 0),
    method: packed ? 8 : 0,
    mode
  }
}

function localHeader({ name, data, size, crc, flags, method }: Facts): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(data.length, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function centralHeader({ name, data, size, crc, flags, method, mode }: Facts, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE((3 << 8) | 20, 4)
  header.writeUInt16LE(20, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(method, 10)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(data.length, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE((mode << 16) >>> 0, 38)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}

function endRecord(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, 0xffff), 8)
  end.writeUInt16LE(Math.min(count, 0xffff), 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
