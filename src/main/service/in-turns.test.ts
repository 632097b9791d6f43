import { expect, it } from 'vitest'
import { inTurns } from './in-turns'

it('inTurns answers in the order of the items, with no more at once than allowed', async () => {
  let running = 0
  let most = 0
  const answers = await inTurns(
    Array.from({ length: 50 }, (_, index) => index),
    async (item) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, item % 3))
      running--
      return item * 2
    },
    4
  )
  expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => index * 2))
  expect(most).toBe(4)
  expect(await inTurns([], async () => 1)).toEqual([])
})

it('inTurns fails with the first failure', async () => {
  const refuse = async (item: number) => {
    if (item === 2) throw new Error('no')
    return item
  }
  await expect(inTurns([1, 2, 3], refuse)).rejects.toThrow('no')
})

it('begins nothing after a failure, and throws the first one once all is quiet', async () => {
  let running = 0
  let begun = 0
  const failing = inTurns([...Array(50).keys()], async (item) => {
    begun += 1
    running += 1
    await new Promise((resolve) => setTimeout(resolve, item === 2 ? 5 : 30))
    running -= 1
    if (item === 2) throw new Error('the third')
  })
  await expect(failing).rejects.toThrow('the third')
  expect(running).toBe(0)
  expect(begun).toBeLessThan(10)
})
