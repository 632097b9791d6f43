import { createContext, useContext } from 'react'

/** Gives what stands behind a mask, or why it cannot be had. */
export type RevealMask = (id: string) => Promise<{ readonly text: string } | { readonly problem: string }>

/** Set around the text of an entry. Where it is not set, a mask is only a mask. */
const Context = createContext<RevealMask | null>(null)
export const MaskRevealProvider = Context

export function useMaskReveal(): RevealMask | null {
  return useContext(Context)
}
