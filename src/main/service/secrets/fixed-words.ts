/** Letters of English text from the most usual to the rarest. */
const usual = 'etaoinshrdlcumwfgypbvkjxqz'

function rarity(character: string): number {
  const at = usual.indexOf(character)
  return at < 0 ? usual.length : at
}

interface Word {
  readonly word: string
  /** Where the second character of its rarest pair stands in it. */
  readonly second: number
  readonly bit: number
}

/**
 * Which of some words of ASCII a text holds, by one walk over it however many words there are. Each is looked for where its rarest pair of
 * characters stands, which in most texts is nowhere.
 */
export class FixedWords {
  /** By pair: which of `lists` has its words; 0 for none. */
  private readonly pairs = new Uint8Array(128 * 128)
  private readonly lists: Word[][] = [[]]

  constructor(words: readonly (readonly [word: string, bit: number])[]) {
    for (const [word, bit] of words) this.add(word, bit)
  }

  private add(word: string, bit: number): void {
    let second = 1
    const at = (place: number) => rarity(word[place - 1] ?? '') + rarity(word[place] ?? '')
    for (let place = 2; place < word.length; place += 1) if (at(place) > at(second)) second = place
    const pair = word.charCodeAt(second - 1) * 128 + word.charCodeAt(second)
    const known = this.pairs[pair] ?? 0
    const list = known || this.lists.push([]) - 1
    this.pairs[pair] = list
    this.lists[list]?.push({ word, second, bit })
  }

  /** The bits of the words that a text holds, joined. */
  heldIn(text: string): number {
    const { pairs, lists } = this
    const { length } = text
    let held = 0
    let before = 128 * 128
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at)
      const list = code < 128 ? pairs[before + code] : 0
      if (list) {
        for (const { word, second, bit } of lists[list] ?? [])
          if (!(held & bit) && text.startsWith(word, at - second)) held |= bit
      }
      before = code * 128
    }
    return held
  }
}
