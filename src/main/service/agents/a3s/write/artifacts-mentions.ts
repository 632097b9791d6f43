/** A character that would make a name another, longer one. */
const goesOn = /[\p{L}\p{N}_/%-]/u

/** Whether a text names something, and not only something whose name begins the same: `t/1` is not in `t/10`. */
export function mentions(text: string, name: string): boolean {
  if (name === '') return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const next = text.slice(at + name.length, at + name.length + 1)
    if (!goesOn.test(next)) return true
  }
  return false
}
