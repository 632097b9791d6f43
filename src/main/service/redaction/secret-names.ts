/**
 * What a setting's name says about its value. `secret`: whatever stands there is masked. `count`: it counts tokens, so a number
 * or a boolean may be shown. `variable`: it names an environment variable that holds the secret.
 */
export type NameMeaning = 'secret' | 'count' | 'variable' | 'harmless'

export interface NameVerdict {
  readonly meaning: NameMeaning
  /** What the chip says. */
  readonly kind: string
}

/** Parts of a name, after letter case and separators are gone, that make it a secret one; the first that fits gives the kind. */
const stems: readonly (readonly [stem: string, kind: string])[] = [
  ['privatekey', 'private key'],
  ['signingkey', 'private key'],
  ['encryptionkey', 'private key'],
  ['masterkey', 'private key'],
  ['apikey', 'api key'],
  ['appkey', 'api key'],
  ['accesskey', 'access key'],
  ['accountkey', 'access key'],
  ['authkey', 'api key'],
  ['sshkey', 'private key'],
  ['subscriptionkey', 'api key'],
  ['sharedkey', 'access key'],
  ['password', 'password'],
  ['passwd', 'password'],
  ['passphrase', 'password'],
  ['passcode', 'password'],
  ['passwort', 'password'],
  ['secret', 'secret'],
  ['credential', 'credential'],
  ['authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['bearer', 'token'],
  ['token', 'token'],
  ['jwt', 'token'],
  ['signature', 'signature'],
  ['connectionstring', 'connection string'],
  ['connstr', 'connection string'],
  ['mnemonic', 'private key'],
  ['seedphrase', 'private key'],
  ['recoverycode', 'password'],
  ['webhookurl', 'url with credentials']
]

/** Names that are secret only as a whole. */
const wholeNames: Readonly<Record<string, string>> = {
  auth: 'authorization',
  pass: 'password',
  pwd: 'password',
  pw: 'password',
  pin: 'password',
  otp: 'password',
  dsn: 'connection string',
  sas: 'token',
  sig: 'signature',
  sid: 'token'
}

/** Last words of a name that make it a secret one. */
const lastWords: Readonly<Record<string, string>> = {
  key: 'key',
  keys: 'key',
  pass: 'password',
  pwd: 'password',
  auth: 'authorization',
  pat: 'token',
  dsn: 'connection string'
}

/** Beside `token`, these say that tokens are counted. */
const countWords = new Set(
  'usage count counts limit limits budget used max min total threshold percent estimate estimated estimator cost price per rate window'.split(
    ' '
  )
)

const longestName = 200

/** Words of a name in lower case: camelCase, snake_case, kebab-case and blanks all separate. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u2060\ufeff\u00ad]/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

function namesVariable(words: readonly string[]): boolean {
  const end = words.slice(-2).join(' ')
  return end === 'env var' || end === 'env name' || end === 'environment variable'
}

function meaningOfStem(stem: string, words: readonly string[]): NameMeaning {
  if (stem !== 'token') return 'secret'
  const plural = words.includes('tokens') && words.length > 1
  return plural || words.some((word) => countWords.has(word)) ? 'count' : 'secret'
}

/** Judges the name of a setting, an environment variable, a header or a query parameter, in any casing and with any separators. */
export function judgeName(name: string): NameVerdict {
  // A name of that length is no name: the end decides, and the work stays bounded.
  const words = wordsOf(name.length > longestName ? name.slice(-longestName) : name)
  if (namesVariable(words)) return { meaning: 'variable', kind: 'name of a variable' }
  const joined = words.join('')
  const found = stems.find(([stem]) => joined.includes(stem))
  if (found) return { meaning: meaningOfStem(found[0], words), kind: found[1] }
  const whole = Object.hasOwn(wholeNames, joined) ? wholeNames[joined] : undefined
  if (whole) return { meaning: 'secret', kind: whole }
  const last = words.at(-1) ?? ''
  const lastKind = Object.hasOwn(lastWords, last) ? lastWords[last] : undefined
  if (lastKind && !words.includes('public')) return { meaning: 'secret', kind: lastKind }
  return { meaning: 'harmless', kind: '' }
}

/** Whether a name alone is reason enough to mask what it names. */
export function isSecretName(name: string): boolean {
  return judgeName(name).meaning === 'secret'
}
