import { describe, expect, it } from 'vitest'
import { measure } from './testing/measure'

const percent = (part: number) => `${(part * 100).toFixed(2)} %`

describe('the rules on a corpus', () => {
  it('F1 finds every planted secret in structured places, and takes hardly anything else for one', () => {
    const { planted, lookAlikes, recall, precision, missed, wrong, tooMuch } = measure(20261130, 5000, 6000)
    expect(planted).toBeGreaterThanOrEqual(1000)
    expect(lookAlikes).toBeGreaterThanOrEqual(5000)
    const words = `secrets: ${planted} planted, recall ${percent(recall)}; ${lookAlikes} look-alikes, precision ${percent(precision)} (${wrong.length} wrong); ${tooMuch} characters too many`
    process.stdout.write(`${words}\n`)
    expect(missed).toEqual([])
    expect(precision).toBeGreaterThanOrEqual(0.99)
  }, 60_000)
})
