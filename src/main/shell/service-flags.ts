/** Flags of V8 for the service, which works in short bursts: with more room for the young its memory grows and nothing is quicker. */
export const serviceFlags: readonly string[] = ['--max-semi-space-size=4']
