import type { Parameters } from 'fast-check'

const asked = Number(process.env.FUZZ_INPUTS ?? 0)

/** How many inputs a property gets: a few with a fixed seed, or as many as `npm run fuzz` asks for, with another seed each time. */
export function fuzzRuns(few: number): Pick<Parameters<unknown>, 'numRuns' | 'seed'> {
  return asked > 0 ? { numRuns: asked } : { numRuns: few, seed: 20261129 }
}

/** Time for it, in ms. */
export const fuzzTime = asked > 0 ? Math.max(600_000, asked * 2000) : 180_000
