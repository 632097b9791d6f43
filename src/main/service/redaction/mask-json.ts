import { maskSign } from '@shared/domain/mask-sign'
import { findCookiesIn } from '../secrets/find-cookies'
import type { FoundSecret } from '../secrets/found-secret'
import { isSecretValue } from '../secrets/judge-assigned'
import { typesOfKeys } from '../secrets/rules/agent-files'
import { labelOf } from '../secrets/secret-labels'
import { maskId } from './mask-id'
import { type MaskStyle, maskTranscriptText } from './mask-transcript-text'

/** A secret in a JSON value; `text` is the whole secret, which never leaves the service. */
export interface FoundInJson extends Pick<FoundSecret, 'rule' | 'kind' | 'confidence'> {
  readonly text: string
}

export interface MaskedJson {
  /** A copy; parts without a secret are the same objects. */
  readonly value: unknown
  readonly found: readonly FoundInJson[]
}

/** Deeper values are shown as their text, masked. */
const deepest = 200

/** Masks the strings of a JSON value, each with what the name beside it says: arguments of tools, native records, manifests. */
export function maskJson(value: unknown, style: MaskStyle = 'bare'): MaskedJson {
  const masking = new JsonMasking(style)
  return { value: masking.visit(value, null, 0), found: masking.found }
}

class JsonMasking {
  readonly found: FoundInJson[] = []
  private readonly style: MaskStyle

  constructor(style: MaskStyle) {
    this.style = style
  }

  visit(value: unknown, name: string | null, depth: number): unknown {
    if (typeof value === 'string') return this.text(value, name)
    if (typeof value !== 'object' || value === null) return value
    if (depth > deepest) return this.text(JSON.stringify(value) ?? '', name)
    return Array.isArray(value) ? this.list(value, name, depth) : this.map(value, depth)
  }

  private list(list: readonly unknown[], name: string | null, depth: number): unknown {
    let changed = false
    const items = list.map((item, index) => {
      const before = list[index - 1]
      const flag = typeof before === 'string' && /^--?[A-Za-z][\w-]{0,63}$/.test(before) ? before : null
      const masked = this.visit(item, flag ?? name, depth + 1)
      changed ||= masked !== item
      return masked
    })
    return changed ? items : list
  }

  private map(map: object, depth: number): unknown {
    const pairs = Object.entries(map)
    const named = pairName(map)
    const { type } = map as { type?: unknown }
    const keyIsOne = typeof type === 'string' && typesOfKeys.has(type)
    let changed = false
    const masked = pairs.map(([name, value]): [string, unknown] => {
      const shown = this.text(name, null)
      const said = name === 'value' && named !== null ? named : name === 'key' && keyIsOne ? 'api_key' : name
      const item = this.visit(value, said, depth + 1)
      changed ||= item !== value || shown !== name
      return [shown, item]
    })
    return changed ? Object.fromEntries(masked) : map
  }

  private text(text: string, name: string | null): string {
    const label = name === null ? null : labelOf(name)
    if (label !== null && label.kind === 'cookie') return this.cookies(text)
    if (label !== null && isSecretValue(text, label, 'quoted')) {
      this.found.push({ text, rule: `named-${label.meaning}`, kind: label.kind, confidence: 'likely' })
      return maskSign(label.kind, this.style === 'named' ? maskId(text) : undefined)
    }
    const masked = maskTranscriptText(text, this.style)
    for (const { start, end, ...what } of masked.found) this.found.push({ ...what, text: text.slice(start, end) })
    return masked.text
  }

  private cookies(text: string): string {
    let shown = ''
    let at = 0
    for (const { start, end, ...what } of findCookiesIn(text)) {
      const secret = text.slice(start, end)
      this.found.push({ ...what, text: secret })
      shown += text.slice(at, start) + maskSign(what.kind, this.style === 'named' ? maskId(secret) : undefined)
      at = end
    }
    return shown + text.slice(at)
  }
}

/** `{"name": "API_KEY", "value": "…"}`, as lists of variables are written. */
function pairName(map: object): string | null {
  const { name, key } = map as { name?: unknown; key?: unknown }
  if (typeof name === 'string') return name
  return typeof key === 'string' ? key : null
}
