import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../../scripts/samples/random'
import { tokenAt } from '../find-tokens'
import { Scan } from '../scan'
import { filled } from '../testing/random-text'
import { tokenRules } from './token-rules'

const random = createRandom(11)
const rows = tokenRules.flatMap((rule) =>
  rule.prefixes.map((prefix) => [`${rule.name} ${prefix}`, rule, prefix] as const)
)

describe('each rule for tokens', () => {
  it.each(rows)('%s finds its form as a whole, and nothing shorter', (_name, rule, prefix) => {
    const token = prefix + filled(random, rule.sample)
    const found = tokenAt(new Scan(`${token} and more`), 0)
    expect(found).toMatchObject({ start: 0, end: token.length })
    const short = prefix + filled(random, rule.sample).slice(0, rule.min - 1)
    const inShort = tokenAt(new Scan(`${short} and more`), 0)
    // Another issuer may have the same beginning with a shorter body.
    expect(inShort?.rule).not.toBe(rule.name)
  })

  it.each(rows)('%s takes no stand-in of documentation for one', (_name, rule, prefix) => {
    const sample = rule.sample.length
    for (const body of [`${'x'.repeat(sample)}`, `your-key-here${'-'.repeat(sample)}`, `EXAMPLE${'A'.repeat(sample)}`])
      expect(tokenAt(new Scan(`${prefix}${body.slice(0, Math.max(sample, 20))} `), 0)).toBe(null)
  })

  it('says where its form is documented', () => {
    for (const { name, source, sample } of tokenRules)
      expect([name, source !== '', sample !== '']).toEqual([name, true, true])
    expect(new Set(tokenRules.map(({ name }) => name)).size).toBe(tokenRules.length)
  })
})
