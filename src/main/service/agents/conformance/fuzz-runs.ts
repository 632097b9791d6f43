import type { Parameters } from 'fast-check'

const asked = Number(process.env.FUZZ_INPUTS ?? 0)

/**
 * How many runs a property gets, each of `inputsInRun` inputs: for a few inputs with a fixed seed, or for as many as `npm run fuzz` asks for, with
 * another seed each time.
 */
export function fuzzRuns(few: number, inputsInRun = 1): Pick<Parameters<unknown>, 'numRuns' | 'seed'> {
  if (asked > 0) return { numRuns: Math.ceil(asked / inputsInRun) }
  return { numRuns: Math.ceil(few / inputsInRun), seed: 20261129 }
}

/** Time for it, in ms. */
export const fuzzTime = asked > 0 ? Math.max(600_000, asked * 2000) : 180_000
