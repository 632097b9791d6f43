/**
 * How sure a rule is. `certain`: the text has a form that only secrets have. `likely`: a secret-like name stands beside a value that
 * looks like one.
 */
export type Confidence = 'certain' | 'likely'

/** One secret in a text, by its place in UTF-16 units. `rule` names the rule, `kind` is what people read. */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly rule: string
  readonly kind: string
  readonly confidence: Confidence
}
