import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damage } from '../agents/conformance/arbitrary-damage'
import { structuralDamage } from '../agents/conformance/arbitrary-structure'
import { fuzzRuns, fuzzTime } from '../agents/conformance/fuzz-runs'
import { maskBytes } from './mask-bytes'

const fixtures = join(process.cwd(), 'e2e', 'fixtures')
const names = [
  'agents/claude-code/.claude/projects/-home-dev-weather/5d743016-5361-4489-91a8-75bda6be4941.jsonl',
  'core/gestura/.gestura/agent_sessions/11cad42f-1219-4ad8-80a6-3cbadb5baf1e.json',
  'core/tact/.tact/config.toml'
]
const files = names.map((name) => ({ name, bytes: readFileSync(join(fixtures, name)) }))
/** A token of a kind that the rules know, put together here so that no scanner takes this file for a leak. */
const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`

/** The lines that are JSON. */
function sound(text: string): readonly boolean[] {
  return text.split('\n').map((line) => {
    try {
      JSON.parse(line)
      return true
    } catch {
      return false
    }
  })
}

describe('maskBytes', () => {
  it(
    'masks a token in any damaged file, never a crash, and leaves what was JSON as JSON',
    async () => {
      const damages = fc.array(fc.oneof(structuralDamage(), damage()), { maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...files), damages, async ({ name, bytes }, changes) => {
          const damaged = changes.reduce<Buffer>((all, each) => Buffer.from(each(all)), bytes)
          const whole = Buffer.concat([damaged, Buffer.from(`\n{"text":"export GITHUB_TOKEN=${token}"}\n`)])
          const masked = await maskBytes(name, whole)
          if (masked === null) return
          const [before, after] = [whole, Buffer.from(masked.bytes)].map(String)
          expect(after?.includes(token)).toBe(false)
          const stayed = sound(after ?? '')
          expect(sound(before ?? '').every((was, line) => !was || stayed[line] === true)).toBe(true)
        }),
        fuzzRuns(60)
      )
    },
    fuzzTime
  )
})
