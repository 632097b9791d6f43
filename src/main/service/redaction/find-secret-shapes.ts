import { findHighEntropy, type TextRange } from './high-entropy'
import { isSecretName, judgeName } from './secret-names'
import { bodies, type PrefixShape, prefixShapes } from './secret-shapes'

/** One place in a text that looks like a secret. `rule` names the rule, `kind` is what a chip shows. */
export interface SecretShape extends TextRange {
  readonly rule: string
  readonly kind: string
}

const wordCharacter = /[A-Za-z0-9]/
const valueEnd = /[\s"'`,;&<>|)\]}]/
const longestName = 64

/** First index at or after `from` where `test` no longer holds. */
function skipWhile(text: string, from: number, test: (character: string) => boolean): number {
  let at = from
  while (at < text.length && test(text.charAt(at))) at += 1
  return at
}

/** Every occurrence of a beginning is looked at once, and a hit is left behind as a whole, so the work stays linear. */
function* findPrefix(text: string, rule: PrefixShape): Generator<SecretShape> {
  const body = bodies[rule.body]
  for (const prefix of rule.prefixes) {
    let at = text.indexOf(prefix)
    while (at >= 0) {
      const bodyStart = at + prefix.length
      const free = at === 0 || !wordCharacter.test(text.charAt(at - 1))
      const end = free ? skipWhile(text, bodyStart, (character) => body.test(character)) : bodyStart
      const hit = end - bodyStart >= rule.min
      if (hit) yield { rule: rule.name, kind: rule.kind, start: at, end }
      at = text.indexOf(prefix, hit ? end : bodyStart)
    }
  }
}

/** JSON Web Tokens (RFC 7519, compact form): a base64url header that starts with `{"`, and at least one dot. */
function* findJwt(text: string): Generator<SecretShape> {
  let at = text.indexOf('eyJ')
  while (at >= 0) {
    const end = skipWhile(text, at, (character) => bodies.dotted.test(character))
    const token = text.slice(at, end)
    if (token.length >= 24 && token.includes('.')) yield { rule: 'jwt', kind: 'token', start: at, end }
    at = text.indexOf('eyJ', end)
  }
}

/** PEM blocks (RFC 7468) whose label ends in PRIVATE KEY, also without their end line. */
function* findPrivateKey(text: string): Generator<SecretShape> {
  let at = text.indexOf('-----BEGIN ')
  while (at >= 0) {
    const label = text.slice(at + 11, at + 80)
    let end = at + 11
    if (/^[A-Z0-9 ]{0,40}PRIVATE KEY/.test(label)) {
      const close = text.indexOf('-----END ', at)
      end = close < 0 ? text.length : Math.min(text.length, close + 80)
      yield { rule: 'pem', kind: 'private key', start: at, end }
    }
    at = text.indexOf('-----BEGIN ', end)
  }
}

const credentialsInUrl = 'url with credentials'

/** Whether the part between `://` and the path holds a name or a password: an `@`, or a colon that no port follows. */
function holdsUserinfo(authority: string): boolean {
  return authority.includes('@') || (!authority.startsWith('[') && /:[^0-9]/.test(authority))
}

/**
 * Addresses with a name and password before the host, or with a query or fragment parameter whose name is a secret one. An address
 * may stand inside another, so every `://` counts, but the rest of a run is looked at once.
 */
function* findUrl(text: string): Generator<SecretShape> {
  let runEnd = 0
  let at = text.indexOf('://')
  while (at >= 0) {
    const authority = at + 3
    const authorityEnd = skipWhile(text, authority, (character) => !/[\s"'`<>/?#]/.test(character))
    const first = at >= runEnd
    if (first) runEnd = skipWhile(text, authorityEnd, (character) => !/[\s"'`<>]/.test(character))
    if (holdsUserinfo(text.slice(authority, authorityEnd))) {
      yield { rule: 'url-userinfo', kind: credentialsInUrl, start: authority, end: Math.max(authorityEnd, runEnd) }
      at = text.indexOf('://', runEnd)
      continue
    }
    if (first) {
      const query = text.slice(authorityEnd, runEnd).search(/[?#]/)
      const start = authorityEnd + query
      if (query >= 0 && hasSecretParameter(text.slice(start + 1, runEnd))) {
        yield { rule: 'url-parameter', kind: credentialsInUrl, start, end: runEnd }
      }
    }
    at = text.indexOf('://', authorityEnd)
  }
}

function hasSecretParameter(query: string): boolean {
  return query.split(/[&;#?]/).some((part) => {
    const equals = part.indexOf('=')
    if (equals <= 0 || equals === part.length - 1) return false
    const name = part.slice(0, equals)
    return isSecretName(name) || name.toLowerCase() === 'code'
  })
}

/** Values of an Authorization header, wherever they stand: `Bearer x`, `Basic x`, `Token x`. */
function* findScheme(text: string): Generator<SecretShape> {
  for (const match of text.matchAll(/\b(bearer|basic|token|apikey|digest)[ \t]{1,4}/gi)) {
    const start = match.index + match[0].length
    const end = skipWhile(text, start, (character) => /[A-Za-z0-9._~+/=-]/.test(character))
    const value = text.slice(start, Math.min(end, start + 4096))
    const certain =
      match[1]?.toLowerCase() === 'bearer' ? value.length >= 4 : value.length >= 6 && /[0-9A-Z=]/.test(value)
    if (certain) yield { rule: 'authorization', kind: 'authorization', start, end }
  }
}

/** Where a value starts after `=`, `:` or blanks; -1 when nothing follows. */
function valueStart(text: string, from: number): number {
  const at = skipWhile(text, from, (character) => /[\s"'`]/.test(character))
  return at < text.length && at - from <= 8 && !valueEnd.test(text.charAt(at)) ? at : -1
}

/** The name that ends before `at`, also in quotes; the empty text when there is none. */
function nameBefore(text: string, at: number): string {
  const quoted = /["']/.test(text.charAt(at - 1))
  const end = quoted ? at - 1 : at
  return /[A-Za-z0-9_.-]+(?: [Kk]ey| [Ii]d)?$/.exec(text.slice(Math.max(0, end - longestName), end))?.[0] ?? ''
}

/** `name=value`, `name: value` where the name is a secret one; connection strings are many of these. */
function* findAssignment(text: string): Generator<SecretShape> {
  let done = 0
  for (const match of text.matchAll(/[=:]/g)) {
    if (match.index < done) continue
    const name = nameBefore(text, match.index)
    if (name === '' || !isSecretName(name)) continue
    for (const shape of valueFrom(text, valueStart(text, match.index + 1), name)) {
      done = shape.end
      yield shape
    }
  }
}

/** `--name value` and `-name value` of a command line. */
function* findFlag(text: string): Generator<SecretShape> {
  for (const match of text.matchAll(/--?([A-Za-z][A-Za-z0-9_-]{0,63})[ \t]/g)) {
    const name = match[1] ?? ''
    if (isSecretName(name)) yield* valueFrom(text, valueStart(text, match.index + match[0].length), name)
  }
}

function* valueFrom(text: string, start: number, name: string): Generator<SecretShape> {
  if (start < 0) return
  const end = skipWhile(text, start, (character) => !valueEnd.test(character))
  if (end > start) yield { rule: 'assignment', kind: judgeName(name).kind, start, end }
}

/** Bot tokens of Telegram, and the secret path of webhook addresses. */
function* findSpecial(text: string): Generator<SecretShape> {
  for (const match of text.matchAll(/\b[0-9]{8,10}:[A-Za-z0-9_-]{30,64}/g)) {
    yield { rule: 'telegram', kind: 'token', start: match.index, end: match.index + match[0].length }
  }
  for (const match of text.matchAll(/hooks\.slack\.com\/services\/|discord(?:app)?\.com\/api\/webhooks\//g)) {
    const start = match.index + match[0].length
    const end = skipWhile(text, start, (character) => /[A-Za-z0-9_/-]/.test(character))
    if (end > start) yield { rule: 'webhook', kind: credentialsInUrl, start, end }
  }
}

function* findEntropy(text: string): Generator<SecretShape> {
  for (const range of findHighEntropy(text)) yield { rule: 'entropy', kind: 'generated value', ...range }
}

/** Where a text holds something that looks like a secret, in order, overlaps joined. Linear in the length of the text. */
export function findSecretShapes(text: string): SecretShape[] {
  const found = [
    ...findPrivateKey(text),
    ...prefixShapes.flatMap((rule) => [...findPrefix(text, rule)]),
    ...findJwt(text),
    ...findUrl(text),
    ...findScheme(text),
    ...findAssignment(text),
    ...findFlag(text),
    ...findSpecial(text),
    ...findEntropy(text)
  ].sort((a, b) => a.start - b.start || b.end - a.end)
  const joined: SecretShape[] = []
  for (const shape of found) {
    const last = joined.at(-1)
    if (last && shape.start < last.end) joined[joined.length - 1] = { ...last, end: Math.max(last.end, shape.end) }
    else joined.push(shape)
  }
  return joined
}
