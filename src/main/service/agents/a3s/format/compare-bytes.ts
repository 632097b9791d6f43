/** Order of two texts by their UTF-8 bytes, as Rust compares strings; JavaScript's own order differs above U+FFFF. */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)]
    if (left !== right) return weight(left) - weight(right)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others of the first plane. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
