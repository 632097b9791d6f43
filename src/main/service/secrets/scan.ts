import type { CharSet } from './char-set'

/**
 * A text that rules go over. Rules move through it only by these functions, so that the work that they do can be counted: the tests
 * show by the count that it grows with the length of the text and no faster.
 */
export class Scan {
  readonly text: string
  /** Characters looked at. */
  steps = 0
  /** How far cookies were looked for. */
  cookiesTo = 0
  /** By rule: where the last body of it ended. */
  readonly bodyEnds = new Map<string, number>()

  constructor(text: string) {
    this.text = text
  }

  /** The first place at or after `from` whose character is not of the set; at most `most` characters are skipped. */
  skip(from: number, { ascii, others }: CharSet, most = longestValue): number {
    const end = Math.min(this.text.length, from + most)
    let at = from
    while (at < end) {
      const code = this.text.charCodeAt(at)
      if (!(code < 128 ? ascii[code] : others)) break
      at += 1
    }
    this.steps += at - from + 1
    return at
  }

  /** The place after the last character before `to` that is not of the set; at most `most` characters are skipped. */
  skipBack(to: number, { ascii, others }: CharSet, most = longestName): number {
    const end = Math.max(0, to - most)
    let at = to
    while (at > end) {
      const code = this.text.charCodeAt(at - 1)
      if (!(code < 128 ? ascii[code] : others)) break
      at -= 1
    }
    this.steps += to - at + 1
    return at
  }

  /** Whether the character is of the set; no character is of none. */
  has(at: number, { ascii, others }: CharSet): boolean {
    if (at < 0 || at >= this.text.length) return false
    const code = this.text.charCodeAt(at)
    return code < 128 ? ascii[code] === 1 : others
  }

  /** A piece of the text; counted, since what is taken is looked at. */
  slice(from: number, to: number): string {
    this.steps += Math.max(0, to - from)
    return this.text.slice(from, to)
  }
}

/** A value is no longer than this: what is longer is a document, not a secret. */
export const longestValue = 4096
export const longestName = 64
