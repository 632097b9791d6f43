import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { FoundSecret } from './found-secret'
import type { Scan } from './scan'

/**
 * Rules of secretlint (MIT), which its maintainers keep up to date with the issuers: the forms of their tokens. Not taken are those that
 * mask more than the secret (whole addresses of databases), that need a key to be whole, that read to the end of a line however long it
 * is, and the one by which a comment in a text switches rules off.
 */
const taken: Readonly<Record<string, string>> = {
  aws: 'access key',
  slack: 'token',
  sendgrid: 'api key',
  shopify: 'token',
  stripe: 'api key',
  github: 'token',
  gitlab: 'token',
  grafana: 'token',
  openai: 'api key',
  anthropic: 'api key',
  groq: 'api key',
  huggingface: 'token',
  linear: 'api key',
  notion: 'token',
  '1password': 'token',
  'hashicorp-vault': 'token',
  vercel: 'token',
  databricks: 'token',
  docker: 'token',
  figma: 'token',
  cloudflare: 'token',
  tailscale: 'api key'
}

/** What a rule of the library gives and takes, of what is used here. */
interface LibraryRule {
  readonly meta: { readonly id: string }
  create(
    context: {
      readonly sharedOptions: object
      createTranslator(): (id: string) => object
      ignore(): void
      report(found: { readonly range: readonly [number, number] }): void
    },
    options: object
  ): { file?(source: { readonly content: string; readonly contentType: 'text' }): unknown }
}

interface Running {
  readonly rule: string
  readonly kind: string
  run(text: string): readonly (readonly [number, number])[]
}

const before = '@secretlint/secretlint-rule-'

function running(rule: LibraryRule): Running | null {
  const name = rule.meta.id.slice(before.length)
  const kind = Object.hasOwn(taken, name) ? taken[name] : undefined
  if (kind === undefined) return null
  let ranges: (readonly [number, number])[] = []
  const { file } = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (id) => ({ message: id, messageId: id }),
      ignore: () => undefined,
      report: ({ range }) => void ranges.push(range)
    },
    {}
  )
  return {
    rule: `secretlint ${name}`,
    kind,
    run(text) {
      ranges = []
      file?.({ content: text, contentType: 'text' })
      return ranges
    }
  }
}

/** The rules of the library that run here. */
export const libraryRules: readonly Running[] = (rules as unknown as readonly LibraryRule[])
  .map(running)
  .filter((rule) => rule !== null)

/** What the rules of the library find. Each goes over the text once. */
export function* findByLibrary(scan: Scan): Generator<FoundSecret> {
  for (const { rule, kind, run } of libraryRules) {
    scan.steps += scan.text.length
    for (const [start, end] of run(scan.text)) yield { start, end, rule, kind, confidence: 'certain' }
  }
}
