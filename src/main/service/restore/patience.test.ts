import { expect, it } from 'vitest'
import { Patience } from './patience'

const hour = 3_600_000

function busyFor(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

/** Says how each call was made. */
const call = (patience: Patience, milliseconds = 0) =>
  patience.run(
    () => {
      busyFor(milliseconds)
      return 'at once'
    },
    async () => 'in the pool'
  )

it('makes calls at once while they are answered at once, and in the pool after a slow one', async () => {
  const patience = new Patience(50, hour)
  expect([await call(patience), await call(patience)]).toEqual(['at once', 'at once'])
  expect([await call(patience, 60), await call(patience)]).toEqual(['at once', 'in the pool'])
})

it('tries again at once when the disk has had its rest', async () => {
  const patience = new Patience(50, 0)
  expect([await call(patience, 60), await call(patience)]).toEqual(['at once', 'at once'])
})

it('a slow call that fails counts as slow, and its error is that of the call', async () => {
  const patience = new Patience(50, hour)
  const failing = patience.run(
    () => {
      busyFor(60)
      throw new Error('EIO')
    },
    async () => undefined
  )
  await expect(failing).rejects.toThrow('EIO')
  expect(await call(patience)).toBe('in the pool')
})

it('lets everybody else in this process have a turn between calls that go on for long', async () => {
  const patience = new Patience(hour, hour)
  await call(patience)
  let hadTurn = false
  setImmediate(() => {
    hadTurn = true
  })
  // Nothing here waits for the loop, so without a pause of its own nobody would come in between.
  for (let calls = 0; calls < 4; calls++) await call(patience, 10)
  expect(hadTurn).toBe(true)
})
