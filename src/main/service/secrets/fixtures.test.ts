import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findSecrets } from './find-secrets'
import { entropyOf } from './judge-value'

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/', import.meta.url))
const texts = new Set(['.json', '.jsonl', '.md', '.toml', '.yaml', '.yml', '.txt', '.log', ''])

interface InFixture {
  readonly file: string
  readonly rule: string
  readonly text: string
}

/** What the rules find in every text of the fixtures: files that the agents' real programs wrote, which nobody made for these rules. */
function foundInFixtures(): { readonly bytes: number; readonly found: readonly InFixture[] } {
  let bytes = 0
  const found: InFixture[] = []
  for (const entry of readdirSync(fixtures, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !texts.has(extname(entry.name)) || statSync(path).size > 4_000_000) continue
    const text = readFileSync(path, 'utf8')
    if (text.includes('\0')) continue
    bytes += text.length
    for (const { start, end, rule } of findSecrets(text))
      found.push({ file: relative(fixtures, path), rule, text: text.slice(start, end) })
  }
  return { bytes, found }
}

describe('the rules on the fixtures', () => {
  it('find the invented secrets that were put there, and of all else hardly anything', () => {
    const { bytes, found } = foundInFixtures()
    const byRule = Map.groupBy(found, ({ rule }) => rule)
    const rules = [...byRule].map(([rule, each]) => `${rule} ${each.length}`).join(', ')
    process.stdout.write(
      `secrets: ${(bytes / 1e6).toFixed(1)} MB of fixtures, ${found.length} found (${rules || 'none'})\n`
    )
    expect(bytes).toBeGreaterThan(2_000_000)
    // Whatever is found has to look like something that a person would want masked.
    expect(found.filter(({ text }) => text.length < 4 || entropyOf(text.slice(0, 200)) < 1.5)).toEqual([])
    expect(found.length / (bytes / 1e6)).toBeLessThan(40)
  }, 60_000)
})
