/**
 * What a name says of the value beside it. `password`: whatever is written there is the secret, also a word. `key`: the value has to look
 * like a key. `weak`: it has to look generated, since harmless things have such names, too. `pass`: a password in a setting, while in code a test may pass.
 */
export type LabelMeaning = 'password' | 'key' | 'weak' | 'pass'

export interface Label {
  readonly meaning: LabelMeaning
  readonly kind: string
}

/** The last words of a name, joined, and what they name. Longer ones first. */
const endings: readonly (readonly [ending: string, meaning: LabelMeaning, kind: string])[] = [
  ['password', 'password', 'password'],
  ['passwd', 'password', 'password'],
  ['passphrase', 'password', 'password'],
  ['passcode', 'password', 'password'],
  ['passwort', 'password', 'password'],
  ['kennwort', 'password', 'password'],
  ['motdepasse', 'password', 'password'],
  ['pwd', 'password', 'password'],
  ['pgpass', 'password', 'password'],
  ['sshpass', 'password', 'password'],
  ['seedphrase', 'password', 'private key'],
  ['mnemonic', 'password', 'private key'],
  ['recoverycode', 'key', 'password'],
  ['recoverykey', 'key', 'private key'],
  ['secretaccesskey', 'key', 'access key'],
  ['accesskey', 'key', 'access key'],
  ['accountkey', 'key', 'access key'],
  ['sharedaccesskey', 'key', 'access key'],
  ['sharedkey', 'key', 'access key'],
  ['storagekey', 'key', 'access key'],
  ['subscriptionkey', 'key', 'api key'],
  ['functionskey', 'key', 'api key'],
  ['apikey', 'key', 'api key'],
  ['appkey', 'key', 'api key'],
  ['applicationkey', 'key', 'api key'],
  ['authkey', 'key', 'api key'],
  ['servicekey', 'key', 'api key'],
  ['serviceaccountkey', 'key', 'api key'],
  ['servicerolekey', 'key', 'api key'],
  ['integrationkey', 'key', 'api key'],
  ['licensekey', 'key', 'api key'],
  ['deploykey', 'key', 'api key'],
  ['consumerkey', 'key', 'api key'],
  ['adminkey', 'key', 'api key'],
  ['privatekey', 'key', 'private key'],
  ['presharedkey', 'key', 'private key'],
  ['signingkey', 'key', 'private key'],
  ['encryptionkey', 'key', 'private key'],
  ['masterkey', 'key', 'private key'],
  ['secretkey', 'key', 'secret'],
  ['secretkeybase', 'key', 'secret'],
  ['secretid', 'key', 'secret'],
  ['secret', 'key', 'secret'],
  ['secrets', 'weak', 'secret'],
  ['token', 'key', 'token'],
  ['jwt', 'key', 'token'],
  ['bearer', 'key', 'token'],
  ['pat', 'weak', 'token'],
  ['credential', 'weak', 'credential'],
  ['credentials', 'weak', 'credential'],
  ['authorization', 'key', 'authorization'],
  ['connectionstring', 'weak', 'connection string'],
  ['cookie', 'weak', 'cookie'],
  ['pass', 'pass', 'password'],
  ['auth', 'weak', 'authorization'],
  ['key', 'weak', 'key']
]

/** Words before the last that make a secret-like name a harmless one. */
const harmless = new Set(
  (
    'page next prev previous continuation cursor sync cancel cancellation abort pad eos bos unk mask sep special stop eot start end syntax lexer parser css design ' +
    'public gpg pgp fingerprint primary foreign cache sort partition row column object i18n translation locale idempotency react query map host hash index lookup unique composite group ' +
    'event arrow shortcut hot hotkey message label max min total num count input output prompt completion cached reasoning usage used per first last ' +
    'lock registry theme color colour dict json state item entry option selected active sorted file path'
  ).split(' ')
)

/** Endings that harmless things have as well. */
const general = new Set([
  'key',
  'token',
  'secret',
  'secrets',
  'auth',
  'pat',
  'pass',
  'cookie',
  'credential',
  'credentials'
])

/** As a whole these are secret-like nowhere but in a header or an address. */
const wholeOnly: Readonly<Record<string, Label>> = {
  pw: { meaning: 'password', kind: 'password' },
  dsn: { meaning: 'weak', kind: 'connection string' },
  // Sign-ins of opencode and pi.
  access: { meaning: 'weak', kind: 'token' },
  refresh: { meaning: 'weak', kind: 'token' }
}

/** Words of a name in lower case: camelCase, snake_case, kebab-case, dots and blanks all separate; digits at the end do not count. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '')
}

function labelOfWords(words: readonly string[]): Label | null {
  const joined = words.join('')
  const whole = Object.hasOwn(wholeOnly, joined) ? wholeOnly[joined] : undefined
  if (whole) return whole
  const ending = longestEnding(joined, words)
  if (ending === null) return null
  const [text, meaning, kind] = ending
  const before = wordBefore(joined.slice(0, joined.length - text.length), words)
  if (before !== null && general.has(text) && harmless.has(before)) return null
  if (text === 'key' && (before === null || before === '')) return null
  return { meaning, kind }
}

/** The longest ending that the name has. One of a single word has to be a whole word of it, so that `tokey` is no key. */
function longestEnding(joined: string, words: readonly string[]): (typeof endings)[number] | null {
  let best: (typeof endings)[number] | null = null
  for (const ending of endings) {
    const [text] = ending
    if (!joined.endsWith(text) || (best !== null && best[0].length >= text.length)) continue
    if (text.length <= 4 && words.at(-1) !== text) continue
    best = ending
  }
  return best
}

function wordBefore(rest: string, words: readonly string[]): string | null {
  if (rest === '') return null
  for (let at = words.length - 1; at >= 0; at -= 1) {
    if (rest === words.slice(0, at + 1).join('')) return words[at] ?? null
  }
  return null
}

/** The last letters of all names that can be secret-like: few others share them, and no more is looked at of those that do not. */
const tails = new Set([...endings.map(([ending]) => ending), ...Object.keys(wholeOnly)].map((text) => text.slice(-3)))

/** By the last two letters, in small: asked at every colon of a text, so without taking the name out of it. */
const pairs = new Uint8Array(128 * 128)
for (const tail of tails) pairs[tail.charCodeAt(tail.length - 2) * 128 + tail.charCodeAt(tail.length - 1)] = 1

/** Whether a name that ends in these two characters can be a secret-like one. */
export function mayEndName(previous: number, last: number): boolean {
  // A number or a sign behind the word.
  if (last < 65 || last === 95 || previous < 65 || previous === 95) return true
  return last < 128 && previous < 128 && pairs[(previous | 32) * 128 + (last | 32)] === 1
}

function canBeSecret(name: string): boolean {
  const last = name.charCodeAt(name.length - 1)
  // A number or a sign behind the word.
  if (last < 65) return true
  return tails.has(name.slice(-3).toLowerCase()) || name.length < 3 || /[-_.]/.test(name.slice(-3))
}

const known = new Map<string, Label | null>()
const mostKnown = 4000

/** Judges a name of a setting, a variable, a header, a parameter, or the words before a colon; null for a harmless one. */
export function labelOf(name: string): Label | null {
  if (!canBeSecret(name)) return null
  const before = known.get(name)
  if (before !== undefined) return before
  const label = labelOfWords(wordsOf(name))
  if (known.size >= mostKnown) known.clear()
  known.set(name, label)
  return label
}
