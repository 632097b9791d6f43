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
  return forms.filter(({ text }) => text.length >= 8)
}

/** Searches a text (or bytes) for every secret in every spelling. */
export function findLeaks(where: string, content: string | Uint8Array, secrets: readonly PlantedSecret[]): Leak[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
  const utf16 = typeof content === 'string' ? '' : Buffer.from(content).toString('utf16le')
  const leaks: Leak[] = []
  for (const secret of secrets) {
    for (const needle of secret.needles) {
      const found = formsOf(needle).find((form) => text.includes(form.text) || utf16.includes(form.text))
      if (found) leaks.push({ kind: secret.kind, form: found.form, where })
    }
  }
  return leaks
}
