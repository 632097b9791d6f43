import { rules } from '@secretlint/secretlint-rule-preset-recommend'
import type { FoundSecret } from './found-secret'
import type { Scan } from './scan'

/**
 * Rules of secretlint (MIT), which its maintainers keep up to date with the issuers: the forms of their tokens. Not taken are those that
 * mask more than the secret (whole addresses of databases), that need a key to be whole, that read to the end of a line however long it
 * is, and the one by which a comment in a text switches rules off. With each stands what a text has to hold for the rule to be worth asking:
 * most texts hold none of it, and a pattern that never ran costs nothing.
 */
const taken: Readonly<Record<string, readonly [kind: string, beginnings: string]>> = {
  aws: ['access key', 'AKIA ASIA A3T AGPA AIDA AROA AIPA ANPA ANVA ecret ECRET'],
  slack: ['token', 'xox xapp- hooks.slack.com'],
  sendgrid: ['api key', 'SG.'],
  shopify: ['token', 'shpat_ shpca_ shppa_ shpss_'],
  stripe: ['api key', 'sk_live sk_test rk_live rk_test'],
  github: ['token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_'],
  gitlab: ['token', 'glpat-'],
  grafana: ['token', 'glc_ glsa_'],
  openai: ['api key', 'T3BlbkFJ'],
  anthropic: ['api key', 'sk-ant-'],
  groq: ['api key', 'gsk_'],
  huggingface: ['token', 'hf_'],
  linear: ['api key', 'lin_api_'],
  notion: ['token', 'ntn_ secret_'],
  '1password': ['token', 'ops_'],
  'hashicorp-vault': ['token', 'hvs. hvb. hvr.'],
  vercel: ['token', 'vcp_ vci_ vca_ vcr_ vck_'],
  databricks: ['token', 'dapi'],
  docker: ['token', 'dckr_'],
  figma: ['token', 'figd_'],
  cloudflare: ['token', 'cfk_ cfut_ cfat_'],
  tailscale: ['api key', 'tskey-']
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
  /** What everything begins with that the rule finds. */
  readonly beginnings: readonly string[]
  /** Its own; set in what a text holds where one of the beginnings stands in it. */
  readonly bit: number
  run(text: string): readonly (readonly [number, number])[]
}

const before = '@secretlint/secretlint-rule-'

function running(rule: LibraryRule): Omit<Running, 'bit'> | null {
  const name = rule.meta.id.slice(before.length)
  const known = Object.hasOwn(taken, name) ? taken[name] : undefined
  if (known === undefined) return null
  const [kind, words] = known
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
    beginnings: words.split(' '),
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
  .map((rule, index) => ({ ...rule, bit: 1 << index }))

/** What the rules of the library find in a text that holds the words of these bits. Each goes over the text once, if at all. */
export function* findByLibrary(scan: Scan, held: number): Generator<FoundSecret> {
  for (const { rule, kind, bit, run } of libraryRules) {
    if (!(held & bit)) continue
    scan.steps += scan.text.length
    for (const [start, end] of run(scan.text)) yield { start, end, rule, kind, confidence: 'certain' }
  }
}
