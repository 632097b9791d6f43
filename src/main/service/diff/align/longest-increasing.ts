/**
 * Indices of a longest strictly increasing subsequence of `values`, ascending. Values below 0 take no part. `n log n`.
 */
export function longestIncreasing(values: Int32Array): Int32Array {
  const tails: number[] = []
  const before = new Int32Array(values.length).fill(-1)
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] as number
    if (value < 0) continue
    const length = firstNotBelow(tails, values, value)
    before[at] = length > 0 ? (tails[length - 1] as number) : -1
    tails[length] = at
  }
  const found = new Int32Array(tails.length)
  for (let at = tails.at(-1) ?? -1, index = found.length - 1; at >= 0; at = before[at] as number, index -= 1) {
    found[index] = at
  }
  return found
}

/** How many of the tails are smaller than `value`. */
function firstNotBelow(tails: readonly number[], values: Int32Array, value: number): number {
  let low = 0
  let high = tails.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[tails[middle] as number] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}
