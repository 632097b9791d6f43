import { createRandom, type Random } from '../../scripts/samples/random'

/** A secret to plant: the text that is written, and the parts of it that may occur nowhere. */
export interface PlantedSecret {
  readonly kind: string
  readonly text: string
  readonly needles: readonly string[]
}

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const hex = '0123456789abcdef'
const base64 = `${alnum}+/`
const words =
  'amber basalt cobalt dahlia ember fjord garnet harbor indigo juniper kestrel lichen marble nimbus opal pepper quartz raven saffron thistle umber velvet willow yarrow zephyr'.split(
    ' '
  )

function chars(random: Random, alphabet: string, length: number): string {
  return Array.from({ length }, () => random.pick([...alphabet])).join('')
}

function phrase(random: Random): string {
  return `${random.pick(words)}${random.pick(words)}${random.integer(100, 999)}${random.pick(words)}`
}

function jwt(random: Random): string {
  const header = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')
  const body = Buffer.from(JSON.stringify({ sub: chars(random, hex, 12) })).toString('base64url')
  return `${header}.${body}.${chars(random, alnum, 43)}`
}

function pem(random: Random): { text: string; needles: string[] } {
  const lines = Array.from({ length: 4 }, () => chars(random, base64, 64))
  return { text: ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'].join('\n'), needles: lines }
}

type Maker = (random: Random) => { readonly text: string; readonly needles?: readonly string[] }

function prefixed(prefix: string, alphabet: string, length: number): Maker {
  return (random) => {
    const body = chars(random, alphabet, length)
    return { text: prefix + body, needles: [body] }
  }
}

function around(make: Maker, wrap: (secret: string) => string): Maker {
  return (random) => {
    const inner = make(random)
    return { text: wrap(inner.text), needles: inner.needles ?? [inner.text] }
  }
}

const plainPhrase: Maker = (random) => ({ text: phrase(random) })

/** Kinds that anybody can tell from an ordinary word by their looks. */
export const shapedKinds: Readonly<Record<string, Maker>> = {
  openai: prefixed('sk-proj-', alnum, 44),
  anthropic: prefixed('sk-ant-api03-', alnum, 60),
  'github classic': prefixed('ghp_', alnum, 36),
  'github fine-grained': prefixed('github_pat_', alnum, 60),
  gitlab: prefixed('glpat-', alnum, 20),
  slack: prefixed('xoxb-', alnum, 40),
  'slack user': prefixed('xoxp-', alnum, 40),
  'aws id': prefixed('AKIA', upper, 16),
  'aws temporary id': prefixed('ASIA', upper, 16),
  'aws secret': (random) => ({ text: chars(random, alnum, 40) }),
  'google api': prefixed('AIza', alnum, 35),
  'google oauth': prefixed('ya29.', alnum, 60),
  huggingface: prefixed('hf_', alnum, 34),
  npm: prefixed('npm_', alnum, 36),
  pypi: prefixed('pypi-AgEIcHlwaS5vcmc', alnum, 60),
  digitalocean: prefixed('dop_v1_', hex, 64),
  sendgrid: prefixed('SG.', alnum, 50),
  mailgun: prefixed('key-', hex, 32),
  'webhook signing': prefixed('whsec_', alnum, 32),
  'stripe restricted': prefixed('rk_live_', alnum, 24),
  'stripe secret': prefixed('sk_live_', alnum, 24),
  jwt: (random) => ({ text: jwt(random) }),
  'private key': pem,
  'hex token': (random) => ({ text: chars(random, hex, 32) }),
  'url userinfo': around(plainPhrase, (secret) => `https://svc:${secret}@proxy.example.test/v1`),
  'url query': around(plainPhrase, (secret) => `https://proxy.example.test/v1?access_token=${secret}`),
  bearer: around(prefixed('', alnum, 24), (secret) => `Bearer ${secret}`),
  basic: around(prefixed('', alnum, 24), (secret) => `Basic ${secret}`),
  'connection url': around(plainPhrase, (secret) => `postgres://app:${secret}@db.example.test:5432/app`),
  'connection string': around(plainPhrase, (secret) => `Server=db.example.test;User Id=app;Password=${secret};`),
  'storage account': around(
    prefixed('', base64, 86),
    (secret) => `DefaultEndpointsProtocol=https;AccountKey=${secret}==`
  ),
  assignment: around(plainPhrase, (secret) => `API_TOKEN=${secret}`),
  flag: around(plainPhrase, (secret) => `--password=${secret}`)
}

/** Kinds that look like ordinary text: only the place, the name or the rule "deny by default" can hide them. */
export const shapelessKinds: Readonly<Record<string, Maker>> = {
  passphrase: plainPhrase,
  sentence: (random) => ({ text: `the ${phrase(random)} opens at noon` }),
  'three words': (random) => ({ text: `${random.pick(words)}-${random.pick(words)}-${random.pick(words)}` }),
  'uuid key': (random) => ({
    text: [8, 4, 4, 4, 12].map((length) => chars(random, hex, length)).join('-')
  }),
  'path segment': around(plainPhrase, (secret) => `https://proxy.example.test/${secret}/v1`),
  'unicode password': (random) => ({ text: `schlüssel-${phrase(random)}-密码` }),
  'quoted password': (random) => ({ text: `q"${phrase(random)}\\${random.pick(words)}` })
}

/** Hands out new secrets, kind after kind, for ever. The same seed gives the same ones. */
export class SecretMaker {
  readonly made: PlantedSecret[] = []
  private readonly random: Random
  private turn: number

  /** `first` is the kind to begin with, so that a place can be tried with each. */
  constructor(seed: number, first = 0) {
    this.random = createRandom(seed)
    this.turn = first
  }

  /** Of any kind: for places that must be masked whatever stands there. */
  any(): string {
    return this.make({ ...shapedKinds, ...shapelessKinds })
  }

  /** Of a kind that shows by its looks: for places where plain text is allowed, and for keys. */
  shaped(): string {
    return this.make(shapedKinds)
  }

  /** Of one kind, by its name. */
  of(kind: string): string {
    return this.note(kind, shapedKinds[kind])
  }

  private make(kinds: Readonly<Record<string, Maker>>): string {
    const names = Object.keys(kinds)
    const kind = names[this.turn % names.length] ?? 'openai'
    this.turn += 1
    return this.note(kind, kinds[kind])
  }

  private note(kind: string, make: Maker | undefined): string {
    const made = make?.(this.random)
    if (!made) throw new Error(`no maker for ${kind}`)
    this.made.push({ kind, text: made.text, needles: made.needles ?? [made.text] })
    return made.text
  }
}
