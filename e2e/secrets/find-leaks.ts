import type { PlantedSecret } from './make-secrets'

/** A planted secret that was found where it must not be. */
export interface Leak {
  readonly kind: string
  readonly form: string
  readonly where: string
}

/** The middle of the base64 text of a needle for each of the three ways in which it can lie in a longer text. */
function base64Forms(needle: string): string[] {
  const bytes = Buffer.from(needle)
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return text.slice(shift === 0 ? 0 : 4, text.length - 2)
  })
}

/** Every spelling in which a needle could travel. */
export function formsOf(needle: string): { form: string; text: string }[] {
  const forms = [
    { form: 'plain', text: needle },
    { form: 'JSON', text: JSON.stringify(needle).slice(1, -1) },
    { form: 'JSON twice', text: JSON.stringify(JSON.stringify(needle)).slice(3, -3) },
    { form: 'URL', text: encodeURIComponent(needle) },
    { form: 'hex', text: Buffer.from(needle).toString('hex') },
    { form: 'reversed', text: [...needle].reverse().join('') },
    ...base64Forms(needle).map((text) => ({ form: 'base64', text })),
    ...base64Forms(needle).map((text) => ({ form: 'base64url', text: text.replaceAll('+', '-').replaceAll('/', '_') }))
  ]
  // A form of a few characters would be found by chance.
  return forms.filter(({ text }) => text.length >= head)
}

/** Characters by which a place is compared first. */
const head = 8

interface Wanted {
  readonly kind: string
  readonly form: string
  readonly text: string
}

/** Copied to an even address and length first: Node 24 writes past its buffer where both are odd. */
function asUtf16(bytes: Buffer): string {
  const even = Buffer.alloc(bytes.length & ~1)
  bytes.copy(even)
  return even.toString('utf16le')
}

/** All spellings of all secrets, by their first characters, so that a text is gone over once and not once for each. */
export class LeakSearch {
  private readonly wanted = new Map<string, Wanted[]>()

  constructor(secrets: readonly PlantedSecret[]) {
    for (const { kind, needles } of secrets) {
      for (const { form, text } of needles.flatMap(formsOf)) {
        const start = text.slice(0, head)
        const known = this.wanted.get(start)
        if (known) known.push({ kind, form, text })
        else this.wanted.set(start, [{ kind, form, text }])
      }
    }
  }

  /** Secrets in a text, or in bytes read as UTF-8 and as UTF-16. Each place where something stands is told once. */
  find(where: string, content: string | Uint8Array): Leak[] {
    if (typeof content === 'string') return this.findIn(where, content)
    const bytes = Buffer.from(content)
    return [
      ...this.findIn(where, bytes.toString('utf8')),
      ...this.findIn(where, asUtf16(bytes)),
      ...this.findIn(where, asUtf16(bytes.subarray(1)))
    ]
  }

  private findIn(where: string, text: string): Leak[] {
    const leaks: Leak[] = []
    for (let at = 0; at + head <= text.length; at += 1) {
      const found = this.wanted.get(text.slice(at, at + head))?.find((wanted) => text.startsWith(wanted.text, at))
      if (found) leaks.push({ kind: found.kind, form: found.form, where })
    }
    return leaks
  }
}
