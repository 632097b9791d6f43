const oneDigit = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })
const units = ['kB', 'MB', 'GB', 'TB']

/** Bytes with a unit of a thousand, as people read them: `612 B`, `14.2 kB`, `1.9 GB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${oneDigit.format(bytes)} B`
  let value = bytes
  let unit = -1
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${oneDigit.format(value)} ${units[unit]}`
}
