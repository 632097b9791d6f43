/** Negative where `a` is the older one. Compares numbers part by part; what follows a dash makes a release older than the same without it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)]
  for (let index = 0; index < 3; index++) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(left.isFinal) - Number(right.isFinal)
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly isFinal: boolean } {
  const [numbers = '', ...rest] = version.split('-')
  return { numbers: numbers.split('.').map(Number), isFinal: rest.length === 0 }
}
