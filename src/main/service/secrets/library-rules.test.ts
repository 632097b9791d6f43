import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../../scripts/samples/random'
import { heldIn } from './held-words'
import { libraryRules } from './library-rules'
import { Scan } from './scan'
import { lookAlikes, plantedTexts } from './testing/corpus'
import { chars } from './testing/random-text'

const random = createRandom(7)
const alnum = (count: number) => chars(random, 'a', count)
const hex = (count: number) => chars(random, 'h', count)

/** One token for each rule, in the form that the rule wants; made here, so that no whole one stands in the source. */
const made: Readonly<Record<string, string>> = {
  aws: `aws_secret_access_key = ${chars(random, 'b', 40)}`,
  slack: `xoxb-${chars(random, '9', 11)}-${chars(random, '9', 11)}-${alnum(24)}`,
  sendgrid: `SG.${alnum(22)}.${alnum(43)}`,
  shopify: `shpat_${hex(32)}`,
  stripe: `sk_live_${alnum(30)}`,
  github: `ghp_${alnum(36)}`,
  gitlab: `glpat-${alnum(20)}`,
  grafana: `glsa_${alnum(32)}_${hex(8)}`,
  openai: `sk-${alnum(20)}T3BlbkFJ${alnum(20)}`,
  anthropic: `sk-ant-api03-${alnum(93)}AA`,
  groq: `gsk_${alnum(52)}`,
  huggingface: `hf_${alnum(34).replace(/[0-9]/g, 'q')}`,
  linear: `lin_api_${alnum(40)}`,
  notion: `ntn_${chars(random, '9', 11)}${alnum(35)}`,
  'hashicorp-vault': `hvs.${alnum(95)}`,
  vercel: `vcp_${alnum(56)}`,
  databricks: `dapi${hex(32)}`,
  docker: `dckr_pat_${alnum(27)}`,
  figma: `figd_${alnum(43)}`,
  cloudflare: `cfut_${alnum(40)}${hex(8)}`,
  tailscale: `tskey-auth-${alnum(12)}-${alnum(32)}`
}

describe('the rules of the library', () => {
  it.each(Object.entries(made))('%s finds its token', (name, text) => {
    const rule = libraryRules.find((one) => one.rule === `secretlint ${name}`)
    expect(heldIn(new Scan(`x ${text} y`)) & (rule?.bit ?? 0)).not.toBe(0)
    expect(rule?.run(`x ${text} y`).length).toBeGreaterThan(0)
  })

  it('find nothing in a text of which it was said that they would not', () => {
    const texts = [...plantedTexts(3, 1500), ...lookAlikes(4, 1500)].map(({ text }) => text)
    const held = texts.map((text) => heldIn(new Scan(text)))
    for (const { rule, bit, run } of libraryRules) {
      for (const [index, text] of texts.entries())
        if (!((held[index] ?? 0) & bit)) expect(run(text), `${rule} in ${text}`).toEqual([])
    }
  }, 30_000)

  it('are all that were taken', () => {
    expect(libraryRules).toHaveLength(22)
  })
})
