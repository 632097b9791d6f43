/** What stands in a text for a secret: `‹masked: api key›`; with an id, for a person who may ask for that one, `‹masked: api key ·0a1b2c3d›`. */
export function maskSign(kind: string, id?: string): string {
  return id === undefined ? `‹masked: ${kind}›` : `‹masked: ${kind} ·${id}›`
}

const withId = /‹masked: ([a-z][a-z ]{0,39}) ·[0-9a-f]{8}›/g
const any = /‹masked: ([a-z][a-z ]{0,39}?)(?: ·([0-9a-f]{8}))?›/g

/** The text with signs that name no id, as it is copied and printed. */
export function bareMasks(text: string): string {
  return text.includes('‹masked: ') ? text.replace(withId, (_sign, kind: string) => maskSign(kind)) : text
}

/** A part of a text: words as they are, or what stands for a secret. */
export type MaskPart = { readonly words: string } | { readonly kind: string; readonly id: string | undefined }

/** A text taken apart at its signs. */
export function maskParts(text: string): MaskPart[] {
  const parts: MaskPart[] = []
  let at = 0
  for (const match of text.matchAll(any)) {
    if (match.index > at) parts.push({ words: text.slice(at, match.index) })
    parts.push({ kind: match[1] ?? '', id: match[2] })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ words: text.slice(at) })
  return parts
}
