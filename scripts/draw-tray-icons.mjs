// Draws the icons of the tray into resources/tray. Run it after a change of the shapes below; the pictures are kept in the repository.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { root } from './setup/places.mjs'

/** Shapes on a field of 16 by 16: the repeat sign, and what is added to it for each state. */
const disc = (cx, cy, r) => (x, y) => (x - cx) ** 2 + (y - cy) ** 2 <= r * r
const bar = (left, top, width, height) => (x, y) => x >= left && x <= left + width && y >= top && y <= top + height
const mark = [disc(3.2, 5.4, 1.5), disc(3.2, 10.6, 1.5), bar(6.2, 1.5, 1.6, 13), bar(9.6, 1.5, 4.2, 13)]
const states = {
  normal: { cut: [], add: [] },
  paused: { cut: [bar(8.6, 8.6, 7.4, 7.4)], add: [bar(10, 10, 1.8, 6), bar(13.4, 10, 1.8, 6)] },
  waiting: { cut: [disc(13, 3, 3.9)], add: [disc(13, 3, 2.6)] }
}
const rounded = (x, y) => {
  const [dx, dy] = [Math.max(Math.abs(x - 8) - 4.6, 0), Math.max(Math.abs(y - 8) - 4.6, 0)]
  return dx * dx + dy * dy <= 3.2 ** 2
}
const looks = {
  // macOS paints a template in the colour of its menu bar.
  Template: { ink: [0, 0, 0], scales: [1, 2] },
  Light: { ink: [27, 29, 33], scales: [1, 1.25, 1.5, 2] },
  Dark: { ink: [232, 233, 236], scales: [1, 1.25, 1.5, 2] },
  // Panels of Linux do not say how bright they are: a tile of our own stands out on all of them.
  Tile: { ink: [232, 233, 236], tile: [31, 38, 51], scales: [1.5, 3] }
}

const folder = join(root, 'resources', 'tray')
mkdirSync(folder, { recursive: true })
for (const [state, shapes] of Object.entries(states))
  for (const [look, { ink, tile, scales }] of Object.entries(looks))
    for (const scale of scales) {
      const base = scales[0]
      const suffix = scale === base ? '' : `@${scale / base}x`
      const size = Math.round(16 * scale)
      writeFileSync(join(folder, `${state}${look}${suffix}.png`), png(size, paint(size, shapes, ink, tile)))
    }

/** RGBA bytes, each point the mean of 64 samples. */
function paint(size, { cut, add }, ink, tile) {
  const fine = 8
  const pixels = Buffer.alloc(size * size * 4)
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let inked = 0
      let covered = 0
      for (let sample = 0; sample < fine * fine; sample++) {
        let x = ((column + ((sample % fine) + 0.5) / fine) * 16) / size
        let y = ((row + (Math.floor(sample / fine) + 0.5) / fine) * 16) / size
        if (tile && rounded(x, y)) covered++
        if (tile) [x, y] = [(x - 8) / 0.68 + 8, (y - 8) / 0.68 + 8]
        const on = (shape) => shape(x, y)
        if (add.some(on) || (mark.some(on) && !cut.some(on))) inked++
      }
      const all = fine * fine
      const alpha = tile ? Math.max(inked, covered) : inked
      const share = alpha === 0 ? 0 : inked / alpha
      const at = (row * size + column) * 4
      for (let part = 0; part < 3; part++)
        pixels[at + part] = Math.round(ink[part] * share + (tile ?? ink)[part] * (1 - share))
      pixels[at + 3] = Math.round((alpha / all) * 255)
    }
  return pixels
}

function png(size, pixels) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const rows = Array.from({ length: size }, (_, row) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(row * size * 4, (row + 1) * size * 4)])
  )
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0))
  ])
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
