/** Escape sequences of terminals: CSI, OSC with its end, and the two-character ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const sequences = /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-_]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text of a session as a terminal may show it: nothing in it can move the cursor, change the title or turn the text round. */
export function plainText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(sequences, '').replace(controls, '')
}

/** A path, whole and on one line: a line end or tab in a name is written as programs write it. */
export function plainPath(path: string): string {
  return plainText(path).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}

/** The same on one line, cut to `width` columns. */
export function plainLine(text: string, width: number): string {
  const line = plainText(text).replaceAll(/\s+/g, ' ').trim()
  return columns(line) <= width ? line : `${firstColumns(line, width - 1)}…`
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u

function widthOf(grapheme: string): number {
  return wide.test(grapheme) ? 2 : 1
}

/** Columns that a text takes in a terminal: wide characters take two. */
export function columns(text: string): number {
  let sum = 0
  for (const { segment } of segmenter.segment(text)) sum += widthOf(segment)
  return sum
}

function firstColumns(text: string, width: number): string {
  let sum = 0
  let result = ''
  for (const { segment } of segmenter.segment(text)) {
    sum += widthOf(segment)
    if (sum > width) break
    result += segment
  }
  return result
}
