/** How serde_json spells a finite double: shortest digits, always with `.0` or an exponent. `1`, `1e16` and `1e-5` give `1.0`, `1e16`, `0.00001`. */
export function doubleText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const [digits, point] = shortestDigits(Math.abs(value).toExponential())
  return (value < 0 ? '-' : '') + layOut(digits, point, -5, 16)
}

/** The same for a number that was a 32-bit float: fewest digits that give the same float32, so `0.7599999904632568` becomes `0.76`. */
export function singleText(value: number): string {
  const single = Math.fround(value)
  if (single === 0) return Object.is(single, -0) ? '-0.0' : '0.0'
  for (let precision = 0; ; precision += 1) {
    const text = Math.abs(single).toExponential(precision)
    if (precision < 8 && Math.fround(Number(text)) !== Math.abs(single)) continue
    const [digits, point] = shortestDigits(text)
    return (single < 0 ? '-' : '') + layOut(digits, point, -6, 13)
  }
}

/** Significant digits without trailing zeros, and the place of the decimal point counted from their start. */
function shortestDigits(exponential: string): readonly [string, number] {
  const [mantissa = '', exponent = '0'] = exponential.split('e')
  const digits = mantissa.replace('.', '').replace(/0+$/, '')
  return [digits === '' ? '0' : digits, Number(exponent) + 1]
}

/** Plain notation while the point stands between `low` (not included) and `high`, else an exponent. */
function layOut(digits: string, point: number, low: number, high: number): string {
  if (point > 0 && point <= high) {
    if (digits.length <= point) return `${digits.padEnd(point, '0')}.0`
    return `${digits.slice(0, point)}.${digits.slice(point)}`
  }
  if (point > low && point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  const rest = digits.slice(1)
  return `${digits.slice(0, 1)}${rest === '' ? '' : `.${rest}`}e${point - 1}`
}
