const rfc3339 = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})$/

/** A time as the crate writes it back: in UTC, with a fraction of 0, 3, 6 or 9 digits. null when it is no RFC 3339 time (format 2.4). */
export function timeText(text: string): string | null {
  const match = rfc3339.exec(text)
  if (match === null) return null
  const [, day, clock, fraction = '', zone = 'Z'] = match
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : zone
  const at = Date.parse(`${day}T${clock}${offset}`)
  if (Number.isNaN(at)) return null
  return `${new Date(at).toISOString().slice(0, 19)}${shortest(fraction)}Z`
}

function shortest(fraction: string): string {
  const nanoseconds = fraction.slice(0, 9).padEnd(9, '0')
  for (const digits of [0, 3, 6])
    if (/^0*$/.test(nanoseconds.slice(digits))) return digits === 0 ? '' : `.${nanoseconds.slice(0, digits)}`
  return `.${nanoseconds}`
}
