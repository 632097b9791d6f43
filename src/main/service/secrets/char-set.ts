/** A set of characters for skipping over text: one byte for each of ASCII, and whether all other characters belong to it. */
export interface CharSet {
  readonly ascii: Uint8Array
  readonly others: boolean
}

/** The characters of `members`; `a-z` in it is a range. */
export function charSet(members: string, others = false): CharSet {
  const ascii = new Uint8Array(128)
  for (let at = 0; at < members.length; at += 1) {
    const first = members.charCodeAt(at)
    const isRange = members[at + 1] === '-' && at + 2 < members.length
    const last = isRange ? members.charCodeAt(at + 2) : first
    for (let code = first; code <= last; code += 1) ascii[code] = 1
    if (isRange) at += 2
  }
  return { ascii, others }
}

/** Every character that `members` does not name. */
export function allBut(members: string): CharSet {
  const { ascii } = charSet(members)
  return { ascii: ascii.map((member) => 1 - member), others: true }
}

export const digit = charSet('0-9')
export const upper = charSet('A-Z')
export const lower = charSet('a-z')
export const alnum = charSet('A-Za-z0-9')
export const upperAlnum = charSet('A-Z0-9')
export const hex = charSet('0-9a-f')
export const word = charSet('-A-Za-z0-9_')
export const dotted = charSet('-A-Za-z0-9_.')
export const base64 = charSet('-A-Za-z0-9+/=_')
export const blank = charSet(' \t')
