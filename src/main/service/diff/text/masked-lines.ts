import { maskSign } from '@shared/domain/mask-sign'
import { findSecrets } from '../../secrets/find-secrets'
import type { Lines } from './lines'

/** A secret that spans lines is no longer than this, in lines: a private key. */
const reach = 120

/**
 * Lines as they may be shown: whatever looks like a secret is replaced by a sign that says its kind. What a line is part of is looked at, so that no line of a
 * private key shows. `longest` cuts long lines, in UTF-16 units.
 */
export function maskedLines(lines: Lines, from: number, end: number, longest = Number.POSITIVE_INFINITY): string[] {
  const first = Math.max(0, from - reach)
  const last = Math.min(lines.count, end + reach)
  const texts: string[] = []
  // What is cut off a line may be the rest of a secret, which shows its kind only as a whole: a little more is looked at than shown.
  for (let at = first; at < last; at += 1) texts.push(lines.line(at).slice(0, longest + 400))
  const starts: number[] = []
  let length = 0
  for (const text of texts) {
    starts.push(length)
    length += text.length + 1
  }
  const shapes = findSecrets(texts.join('\n'))
  let next = 0
  return texts.slice(from - first, end - first).map((text, index) => {
    const start = starts[index + from - first] as number
    while (next < shapes.length && (shapes[next] as { end: number }).end <= start) next += 1
    let shown = ''
    let at = 0
    for (let each = next; each < shapes.length; each += 1) {
      const shape = shapes[each] as (typeof shapes)[number]
      if (shape.start >= start + text.length) break
      shown += `${text.slice(at, Math.max(at, shape.start - start))}${maskSign(shape.kind)}`
      at = Math.min(text.length, shape.end - start)
    }
    const whole = shown + text.slice(at)
    return whole.length > longest ? `${whole.slice(0, longest)}…` : whole
  })
}
