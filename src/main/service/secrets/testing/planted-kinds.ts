import type { Random } from '../../../../../scripts/samples/random'
import { tokenRules } from '../rules/token-rules'
import { chars, filled, password } from './random-text'

/** A secret, and a name that it goes by in settings. */
export interface Planted {
  readonly kind: string
  readonly name: string
  readonly secret: string
}

type Maker = (random: Random) => string

const base64 = (text: string) => Buffer.from(text).toString('base64')
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function jwt(random: Random): string {
  const header = base64url({ alg: random.pick(['HS256', 'RS256', 'ES256']), typ: 'JWT' })
  return `${header}.${base64url({ sub: chars(random, 'h', 12), exp: 1_900_000_000 })}.${chars(random, 'a', 43)}`
}

/** Kinds without a beginning: the name beside them says what they are. */
const named: Readonly<Record<string, readonly [name: string, make: Maker]>> = {
  password: ['DB_PASSWORD', password],
  'smtp password': ['SMTP_PASSWORD', password],
  passphrase: ['SSH_PASSPHRASE', password],
  'api key in hex': ['WEATHER_API_KEY', (random) => chars(random, 'h', 32)],
  'api key as uuid': ['HEROKU_API_KEY', (random) => random.uuid()],
  'api key': ['MISTRAL_API_KEY', (random) => chars(random, 'a', 32)],
  'client secret': ['OAUTH_CLIENT_SECRET', (random) => chars(random, 'a', 40)],
  'access token': ['ACCESS_TOKEN', (random) => chars(random, 'a', 36)],
  'refresh token': ['REFRESH_TOKEN', (random) => `${chars(random, 'a', 24)}_${chars(random, 'a', 24)}`],
  'auth token': ['TWILIO_AUTH_TOKEN', (random) => chars(random, 'h', 32)],
  'aws secret': ['AWS_SECRET_ACCESS_KEY', (random) => chars(random, 'b', 40)],
  'storage key': ['STORAGE_ACCOUNT_KEY', (random) => `${chars(random, 'b', 86)}==`],
  'signing key': ['SIGNING_KEY', (random) => chars(random, 'h', 64)],
  'encryption key': ['ENCRYPTION_KEY', (random) => chars(random, 'b', 43)],
  'session secret': ['SESSION_SECRET', (random) => chars(random, 'a', 28)],
  'webhook secret': ['WEBHOOK_SECRET', (random) => chars(random, 'h', 40)],
  'bearer token': ['MCP_BEARER_TOKEN', (random) => chars(random, 'a', 44)],
  jwt: ['ID_TOKEN', jwt]
}

/** Every kind: one for each beginning of each rule, and those with a name. */
export const plantedKinds: readonly ((random: Random) => Planted)[] = [
  ...tokenRules
    .filter(({ name }) => name !== 'telegram')
    .flatMap((rule) =>
      rule.prefixes.map((prefix) => (random: Random) => ({
        kind: rule.name,
        name: `${rule.name.toUpperCase().replaceAll('-', '_')}_${rule.kind === 'api key' ? 'API_KEY' : 'TOKEN'}`,
        secret: prefix + filled(random, rule.sample)
      }))
    ),
  ...Object.entries(named).map(([kind, [name, make]]) => (random: Random) => ({ kind, name, secret: make(random) }))
]

/** Lines of a private key, of any of its forms. */
export function privateKey(random: Random): { readonly label: string; readonly body: readonly string[] } {
  const label = random.pick([
    'PRIVATE KEY',
    'RSA PRIVATE KEY',
    'EC PRIVATE KEY',
    'OPENSSH PRIVATE KEY',
    'ENCRYPTED PRIVATE KEY'
  ])
  const lines = Array.from({ length: random.integer(3, 30) }, () => chars(random, 'b', 64))
  return { label, body: [...lines, `${chars(random, 'b', random.integer(20, 60))}==`] }
}

export const basic = (user: string, secret: string) => base64(`${user}:${secret}`)
