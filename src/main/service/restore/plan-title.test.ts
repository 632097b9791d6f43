import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { addEverySample, sampleRows } from '../agents/conformance/every-sample'
import { changingHome, wholeFork } from './testing/changing-home'
import { removeTestHomes } from './testing/test-home'

afterAll(removeTestHomes)

/** Every file of ours that says what is planned or was done; what it is done with lies in the vault, byte for byte. */
function notesIn(home: string): readonly string[] {
  return readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:plan\.json|journal[^/]*\/.*|\.jsonl?)$/.test(path) && path.startsWith('.config'))
    .map((path) => join(home, path))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
}

it.each(['pi', 'claude-code'] as const)(
  'F1 a secret in the first prompt of a session of %s stands in no plan and in no journal',
  async (name) => {
    const home = mkdtempSync(join(tmpdir(), 'reprise-plan-title-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    addEverySample(home)
    const row = sampleRows.find(({ agent, path }) => agent === name && path.endsWith('.jsonl'))
    const file = join(home, row?.path ?? '')
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const place = await changingHome(name, home)
    const before = readFileSync(file, 'utf8')
    const prompt = 'Please add a celsius helper'
    expect(before).toContain(prompt)
    writeFileSync(file, before.replaceAll(prompt, `use ${secret} for it`))
    const plan = await place.plan(row?.id ?? '', wholeFork)
    expect(plan.title).toMatch(/^use .*masked.* for it/)
    await place.apply(plan)
    const notes = notesIn(home)
    expect(notes.length).toBeGreaterThan(1)
    expect(notes.filter((text) => text.includes(secret))).toEqual([])
  }
)
