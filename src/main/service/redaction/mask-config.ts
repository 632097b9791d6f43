import type { ConfigDocument, ConfigEntry } from '@shared/domain/config'
import type { Finding } from '@shared/domain/finding'
import type { ConfigRules, RawConfigDocument } from './config-rules'
import { findSecretShapes } from './find-secret-shapes'
import { isMap, type Mask, nameMask, textOf, valueMask, variableMask } from './judge-value'
import { appendStep, compilePattern, fitsPattern, type PathPattern, type PathStep } from './key-path'
import { maskText } from './mask-text'

const longestPlainKey = 80
const deepest = 60
/** YAML aliases can make a small file endless, also without a single value. */
export const mostEntries = 5_000
const mostVisits = 50_000
/** A number with more digits than this is an id or a card, not a setting. */
const largestPlainNumber = 1e15

interface CompiledRules {
  readonly secret: readonly { readonly pattern: PathPattern; readonly kind: string }[]
  readonly plain: readonly PathPattern[]
  readonly formed: readonly { readonly pattern: PathPattern; readonly form: RegExp }[]
}

/** Where the walk is: the real path for the rules, the shown one for the answer, and what is already known to be secret. */
interface Place {
  readonly path: readonly PathStep[]
  readonly shown: string
  readonly inherited: Mask | null
}

/** Told of each value that is masked: the number of its entry, where it stands, and the value. Whoever listens hands on neither of the last two. */
export type OnMasked = (entry: number, path: readonly PathStep[], value: unknown) => void

/** Flattens and masks one document. One instance per document: it counts entries and hidden keys. */
class Masking {
  readonly entries: ConfigEntry[] = []
  tooMany = false
  private hiddenKeys = 0
  private visits = 0
  private readonly rules: CompiledRules
  private readonly onMasked: OnMasked

  constructor(rules: CompiledRules, onMasked: OnMasked) {
    this.rules = rules
    this.onMasked = onMasked
  }

  visit(value: unknown, place: Place): void {
    this.visits += 1
    if (this.entries.length >= mostEntries || this.visits > mostVisits || place.path.length > deepest) {
      this.tooMany = true
      return
    }
    const [name, parent] = [place.path.at(-1), place.path.at(-2)]
    const mask = place.inherited ?? this.knownMask(place) ?? nameMask(value, name) ?? variableMask(value, parent)
    if (Array.isArray(value)) this.visitList(value, { ...place, inherited: mask })
    else if (isMap(value)) this.visitMap(value, { ...place, inherited: mask })
    else {
      const entry = this.leaf(value, place, mask)
      if (entry.masked) this.onMasked(this.entries.length, place.path, value)
      this.entries.push(entry)
    }
  }

  private visitList(list: readonly unknown[], place: Place): void {
    if (list.length === 0) this.entries.push({ key: place.shown, value: '[]' })
    for (const [index, item] of list.entries()) this.visit(item, this.step(place, index, index))
  }

  private visitMap(map: object, place: Place): void {
    const pairs =
      map instanceof Map ? [...map].map(([key, value]) => [String(key), value] as const) : Object.entries(map)
    if (pairs.length === 0 && place.path.length > 0) this.entries.push({ key: place.shown, value: '{}' })
    for (const [key, value] of pairs) this.visit(value, this.step(place, key, this.shownKey(key)))
  }

  private step(place: Place, step: PathStep, shown: PathStep): Place {
    return { path: [...place.path, step], shown: appendStep(place.shown, shown), inherited: place.inherited }
  }

  /** A secret may also be a key: a token pasted into the wrong line, an address with a password as the name of a server. */
  private shownKey(key: string): string {
    const ordinary = key.length <= longestPlainKey && /^[\p{L}\p{N}_.\-/@:* ]*$/u.test(key)
    if (ordinary && findSecretShapes(key).length === 0) return key
    this.hiddenKeys += 1
    return `<masked key ${this.hiddenKeys}>`
  }

  private knownMask(place: Place): Mask | null {
    const rule = this.rules.secret.find((each) => fitsPattern(place.path, each.pattern))
    return rule ? { kind: rule.kind, because: 'known field' } : null
  }

  private leaf(value: unknown, place: Place, mask: Mask | null): ConfigEntry {
    const key = place.shown || '(value)'
    if (mask) return { key, masked: mask }
    if (value === null || value === undefined) return { key, value: null }
    if (typeof value === 'boolean') return { key, value }
    if (typeof value === 'number' && !(Math.abs(value) > largestPlainNumber))
      return { key, value: Number.isFinite(value) ? value : String(value) }
    const text = textOf(value)
    const plain = text !== null && (text === '' || this.isPlain(place, text))
    const suspicious = text === null ? { kind: 'value of an unknown type', because: 'value' as const } : valueMask(text)
    if (suspicious) return { key, masked: suspicious }
    if (plain) return { key, value: text }
    return { key, masked: { kind: 'unlisted text', because: 'not on the list of plain settings' } }
  }

  private isPlain(place: Place, text: string): boolean {
    return (
      this.rules.plain.some((pattern) => fitsPattern(place.path, pattern)) ||
      this.rules.formed.some(({ pattern, form }) => form.test(text) && fitsPattern(place.path, pattern))
    )
  }
}

/** What a finding about a configuration says, without secrets. */
export function maskFinding(finding: Finding): Finding {
  const masked: Finding = { ...finding, what: maskText(finding.what) }
  if (finding.where !== undefined && maskPath(finding.where) === null) delete masked.where
  if (finding.still !== undefined) masked.still = maskText(finding.still)
  if (finding.does !== undefined) masked.does = maskText(finding.does)
  if (finding.can !== undefined) masked.can = maskText(finding.can)
  return masked
}

/** A path that comes out of a configuration may be a key that was pasted into the wrong line. */
function maskPath(path: string | null): string | null {
  return path === null || findSecretShapes(path).every((shape) => shape.rule === 'entropy') ? path : null
}

/** Said of a document that is not shown whole. */
export const truncated: Finding = {
  code: 'config.truncated',
  severity: 'notice',
  what: `This configuration has more than ${mostEntries} values, or nests deeper than ${deepest} levels.`,
  still: 'The values before that are shown.',
  does: 'The rest is left out.'
}

/**
 * The only way from a configuration to anything that leaves the service. Deny by default: text is shown only when the agent's rules
 * list it as plain and neither its name nor its value looks like a secret; numbers, booleans and null are shown unless a name says
 * otherwise. Everything else becomes a mask that says what kind it is and why.
 */
export function maskConfig(
  document: RawConfigDocument,
  rules: ConfigRules,
  onMasked: OnMasked = () => undefined
): ConfigDocument {
  const compiled = {
    secret: rules.secret.map((rule) => ({ pattern: compilePattern(rule.path), kind: rule.kind })),
    plain: rules.plain.map(compilePattern),
    formed: (rules.formed ?? []).map(({ path, form }) => ({ pattern: compilePattern(path), form }))
  }
  const masking = new Masking(compiled, onMasked)
  if (document.root !== undefined) masking.visit(document.root, { path: [], shown: '', inherited: null })
  return {
    name: maskText(document.name),
    path: maskPath(document.path),
    present: document.present,
    entries: masking.entries,
    findings: [...document.findings.map(maskFinding), ...(masking.tooMany ? [truncated] : [])]
  }
}
