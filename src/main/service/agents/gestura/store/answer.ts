/** What the agent's own operation would answer: a value, or the kind of error that it gives, with the reason. */
export type Answer<T, E extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E; readonly why: string }

export function refused<E extends string>(
  error: E,
  why: string
): { readonly ok: false; readonly error: E; readonly why: string } {
  return { ok: false, error, why }
}
