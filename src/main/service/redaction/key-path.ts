/** One step of the way to a value: a key of a map, or an index of a list. */
export type PathStep = string | number

/** A pattern of `ConfigRules`, split at its dots. */
export type PathPattern = readonly string[]

export function compilePattern(pattern: string): PathPattern {
  return pattern.split('.')
}

/** Whether a whole path fits a pattern: `*` is one step, `**` any number of steps, also none. Needs at most steps times pattern length. */
export function fitsPattern(path: readonly PathStep[], pattern: PathPattern): boolean {
  let step = 0
  let part = 0
  let wildPart = -1
  let wildStep = 0
  while (step < path.length) {
    const wanted = pattern[part]
    if (wanted === '**') {
      wildPart = part
      wildStep = step
      part += 1
    } else if (wanted !== undefined && (wanted === '*' || wanted === String(path[step]))) {
      step += 1
      part += 1
    } else if (wildPart >= 0) {
      wildStep += 1
      step = wildStep
      part = wildPart + 1
    } else {
      return false
    }
  }
  while (pattern[part] === '**') part += 1
  return part === pattern.length
}

/** Adds a step to a dotted key: `a.b[0].c`. Keys with other characters than letters, digits, `_` and `-` are quoted as in JSON. */
export function appendStep(prefix: string, step: PathStep): string {
  if (typeof step === 'number') return `${prefix}[${step}]`
  const shown = /^(?:[\p{L}\p{N}_-]+|<masked key \d+>)$/u.test(step) ? step : JSON.stringify(step)
  return prefix === '' ? shown : `${prefix}.${shown}`
}
