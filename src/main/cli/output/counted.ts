/** A count with its noun: `1 entry`, `2 entries`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${value} ${value === 1 ? one : many}`
}
