import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A small PNG that looks like a curve on paper: 240 by 96, grey scale. */
export function curvePicture(): Buffer {
  const width = 240
  const height = 96
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1, 0xf4)
    row[0] = 0
    for (let x = 0; x < width; x += 1) {
      const curve = height / 2 + Math.sin((x / width) * Math.PI * 4) * (height / 3)
      const distance = Math.abs(y - curve)
      if (y % 24 === 0 || x % 40 === 0) row[x + 1] = 0xdd
      if (distance < 3) row[x + 1] = Math.round(0x30 + distance * 40)
    }
    return row
  })
  const header = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0))
  ])
}
