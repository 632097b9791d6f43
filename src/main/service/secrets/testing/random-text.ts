import type { Random } from '../../../../../scripts/samples/random'

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const alnum = `${upper}${upper.toLowerCase()}${digits}`

const alphabets: Readonly<Record<string, string>> = {
  a: alnum,
  A: `${upper}${digits}`,
  9: digits,
  h: '0123456789abcdef',
  b: `${alnum}+/`
}

/** Characters of an alphabet, by its sign: `a` letters and digits, `A` capitals and digits, `9` digits, `h` hex, `b` base64. */
export function chars(random: Random, sign: keyof typeof alphabets, count: number): string {
  const alphabet = [...(alphabets[sign] ?? '')]
  return Array.from({ length: count }, () => random.pick(alphabet)).join('')
}

/** A pattern of a rule filled in: its runs of one sign become random characters, everything else stays. */
export function filled(random: Random, pattern: string): string {
  return pattern.replace(/a{3,}|h{3,}|9{3,}|A{3,}/g, (run) => chars(random, run[0] ?? 'a', run.length))
}

const words =
  'amber basalt cobalt dahlia ember fjord garnet harbor indigo juniper kestrel lichen marble nimbus opal pepper quartz raven saffron thistle umber velvet willow yarrow zephyr'.split(
    ' '
  )

export const word = (random: Random) => random.pick(words)

/** A password as people make them: with a digit or a sign, or one small word. */
export function password(random: Random): string {
  return random.pick([
    () => `${word(random)}${random.integer(10, 9999)}`,
    () => `${word(random)}-${word(random)}-${random.integer(10, 99)}`,
    () => `${chars(random, 'a', 6)}!${chars(random, 'a', 6)}`,
    () => `${capital(word(random))}#${random.integer(100, 999)}${word(random)}`,
    () => `${word(random)}${word(random)}`,
    () => chars(random, 'a', 20)
  ])()
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
