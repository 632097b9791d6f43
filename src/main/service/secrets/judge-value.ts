/** Words that stand where a secret would: in examples, types, templates and empty forms. */
const standIns = new Set(
  (
    'password passwd passphrase pass pwd secret token key apikey api_key api-key user username string str text number bool boolean true false null nil none ' +
    'undefined any unknown object optional required default empty changeme change_me change-me example sample test testing dummy fake mock foo bar baz foobar ' +
    'todo tbd xxx redacted hidden masked removed omitted value here placeholder insert enter type bearer basic digest oauth oauth2 header body query form cookie ' +
    'env environment file keychain keyring prompt stdin yes no on off enabled disabled bytes buffer hidden visible admin root postgres mysql guest anonymous ' +
    'forgot reset confirm current new old wrong invalid incorrect missing'
  ).split(' ')
)

/** Parts of a text that say that it stands for something else. */
const standInParts = [
  '***',
  '•••',
  '...',
  '…',
  'xxxx',
  'XXXX',
  '‹masked',
  '<masked',
  '[masked',
  '${',
  '{{',
  '}}',
  '$(',
  '<%',
  '%s',
  '://',
  '()',
  '=>'
]

const standInWords =
  /example|changeme|change[_-]me|placeholder|redacted|replace[_-]?(?:me|with|this)|insert[_-]|your[_-]|[_-]here$|dummy|not[_-]?(?:a|the)?[_-]?real|fake|lorem/i

/** Whether a value only stands where a secret would: `<token>`, `$TOKEN`, `your-key-here`, `********`. */
export function standsForSecret(value: string): boolean {
  const first = value[0]
  if (value === '' || first === '$' || first === '<' || first === '{' || first === '@' || first === '&') return true
  if ((first === '%' && value.endsWith('%')) || /^0x[0-9a-f]{1,16}$/i.test(value)) return true
  if (standIns.has(value.toLowerCase())) return true
  const start = value.slice(0, 256)
  return standInParts.some((part) => start.includes(part)) || standInWords.test(start) || isRepeated(start)
}

/** One or two characters over and over. */
function isRepeated(value: string): boolean {
  return new Set(value).size <= 2 && value.length > 3
}

/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Whether letters change their case, or give way to digits, as often as in a body behind a known beginning. */
export function looksMixed(text: string): boolean {
  return mixture(text) >= 0.08
}

/** How often letters change their case, or give way to digits, for each letter; 0 for what changes less than twice. */
function mixture(text: string): number {
  let changes = 0
  let letters = 0
  let before = ''
  for (const character of text) {
    const kind = kindOf(character)
    if (kind === ' ') {
      before = ''
      continue
    }
    letters += 1
    // A capital at the start of a word is no change.
    if (before !== '' && kind !== before && !(before === 'A' && kind === 'a')) changes += 1
    before = kind
  }
  return letters >= 8 && changes >= 2 ? changes / letters : 0
}

function kindOf(character: string): 'a' | 'A' | '9' | ' ' {
  if (character >= 'a' && character <= 'z') return 'a'
  if (character >= 'A' && character <= 'Z') return 'A'
  return character >= '0' && character <= '9' ? '9' : ' '
}

/** Whether a value looks generated: long, spread over its alphabet, and no word, path, date or version. */
export function looksGenerated(value: string): boolean {
  if (value.length < 16 || value.length > 4096) return false
  const start = value.slice(0, 256)
  if (!/^[A-Za-z0-9+/=_.:~!@#$%^&*-]+$/.test(start)) return false
  if (/^(?:sha\d|md5|blake)/i.test(start) || entropyOf(start) < 3) return false
  return mixture(start) >= 0.2
}

/** Whether a value of a key or a token is one: some part of it mixes letters and digits, or is spread as no word is. */
export function looksLikeKey(value: string): boolean {
  if (value.length < 8 || /\s/.test(value)) return false
  if (looksGenerated(value) || (/^[A-Za-z+/=]{24,256}$/.test(value) && isShuffled(value))) return true
  return value
    .slice(0, 256)
    .split(/[^A-Za-z0-9]/)
    .some((part) => part.length >= 8 && (isShuffled(part) || (isAlphanumeric(part) && !isCountedWord(part))))
}

const isAlphanumeric = (part: string) => /[0-9]/.test(part) && /[A-Za-z]/.test(part)

/** Letters alone that no words are made of: in those, vowels are never far. */
export function isShuffled(part: string): boolean {
  return part.length >= 20 && /[a-z]/.test(part) && /[A-Z]/.test(part) && /[^aeiouy0-9]{5}/i.test(part)
}

/** `string2`, `version12`, `20240102T`: a word with a number behind it, as names of things have. */
function isCountedWord(part: string): boolean {
  return /^[A-Za-z]?[a-z]*\d{0,2}$/.test(part) || /^\d{4,}[A-Za-z]{0,2}$/.test(part)
}
