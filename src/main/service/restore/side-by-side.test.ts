import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sideBySide } from './side-by-side'

describe('sideBySide', () => {
  it('does each item once, a few at once', async () => {
    const done: number[] = []
    let running = 0
    let most = 0
    await sideBySide([...Array(50).keys()], async (item) => {
      running += 1
      most = Math.max(most, running)
      await pause(1)
      running -= 1
      done.push(item)
    })
    expect(done.sort((a, b) => a - b)).toEqual([...Array(50).keys()])
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('begins nothing after a failure, and throws the first one once all is quiet', async () => {
    let running = 0
    let begun = 0
    const failing = sideBySide([...Array(50).keys()], async (item) => {
      begun += 1
      running += 1
      await pause(item === 2 ? 5 : 30)
      running -= 1
      if (item === 2) throw new Error('the third')
    })
    await expect(failing).rejects.toThrow('the third')
    expect(running).toBe(0)
    expect(begun).toBeLessThan(10)
  })
})
