import { byteSize } from '@shared/domain/byte-size'

const grouped = new Intl.NumberFormat('en-GB')
const oneDigit = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** An exact count with separators: `7,166`. */
export function count(value: number): string {
  return grouped.format(value)
}

/** A count with its noun: `1 finding`, `2 findings`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}

/** Bytes with a unit of a thousand: `612 B`, `14.2 kB`, `1.9 GB`. */
export const size = byteSize

/** A duration in ms: `840 ms`, `6.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${oneDigit.format(seconds)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`
  const minutes = Math.round(seconds / 60)
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
