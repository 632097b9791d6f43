import { elementSpans, type Span, valueSpan } from '../../../json/element-spans'

/**
 * Changes single values of a JSON text and leaves every other byte of it: order, unknown keys, number spellings and layout stay as they
 * are. All places are those of the text as it was given.
 */
export class JsonTextEdit {
  private readonly text: string
  private readonly changes: (Span & { readonly by: string })[] = []

  constructor(text: string) {
    this.text = text
  }

  /** Replaces the value at a path by JSON text; false when nothing stands there. */
  replace(path: readonly string[], by: string): boolean {
    const span = valueSpan(this.text, path)
    if (span === null) return false
    this.changes.push({ ...span, by })
    return true
  }

  /** Replaces the member of an object, or adds it as the first one; false when there is no object at that path. */
  put(object: readonly string[], key: string, by: string): boolean {
    if (this.replace([...object, key], by)) return true
    const span = valueSpan(this.text, object)
    if (span === null || this.text[span.from] !== '{') return false
    const lead = /^\s*/.exec(this.text.slice(span.from + 1))?.[0] ?? ''
    const isEmpty = this.text[span.from + 1 + lead.length] === '}'
    const member = `${lead}${JSON.stringify(key)}: ${by}${isEmpty ? '' : ','}`
    this.changes.push({ from: span.from + 1, to: span.from + 1, by: member })
    return true
  }

  /** Keeps of a list the elements that `stays` says. Their layout and that of the brackets stays. */
  filter(path: readonly string[], stays: (index: number) => boolean): void {
    const list = valueSpan(this.text, path)
    const elements = list === null ? [] : elementSpans(this.text, path)
    const [first] = elements
    const last = elements.at(-1)
    if (list === null || first === undefined || last === undefined) return
    const kept = elements.filter((_, index) => stays(index))
    if (kept.length === elements.length) return
    const between = elements[1] === undefined ? ',' : this.text.slice(first.to, elements[1].from)
    const inner = kept.map(({ from, to }) => this.text.slice(from, to)).join(between)
    const [lead, tail] = [this.text.slice(list.from + 1, first.from), this.text.slice(last.to, list.to - 1)]
    this.changes.push({ ...list, by: kept.length === 0 ? '[]' : `[${lead}${inner}${tail}]` })
  }

  /** The text with all changes. Places must not overlap. */
  result(): string {
    let changed = ''
    let at = 0
    for (const { from, to, by } of [...this.changes].sort((a, b) => a.from - b.from)) {
      changed += this.text.slice(at, from) + by
      at = to
    }
    return changed + this.text.slice(at)
  }
}
