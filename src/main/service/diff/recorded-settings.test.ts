import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordRow } from '@shared/domain/diff'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HomeService } from '../testing/home-service'

const home = new HomeService()
const fixtures = join(process.cwd(), 'e2e', 'fixtures')
const folders = ['claude-code', 'codex', 'gemini', 'opencode', 'qwen-code', 'pi', 'droid', 'copilot-cli', 'cline']

beforeAll(async () => {
  for (const folder of ['core/tact', ...folders.map((each) => `agents/${each}`)])
    cpSync(join(fixtures, folder), home.home, { recursive: true })
  await home.open()
  await home.scan()
}, 60_000)
afterAll(() => home.close())

/** What a session of the agent records of its settings: the one that says most. */
async function recordedBy(agent: string): Promise<Readonly<Record<string, string>>> {
  const sessions = (await home.list()).filter((each) => each.agent === agent && each.state === 'ok')
  let most: Record<string, string> = {}
  for (const { source, id } of sessions.slice(0, 6)) {
    const session = { source, id }
    const made = await home.call('compare.make', { a: session, b: session })
    if (made.parts.every(({ part }) => part !== 'config')) continue
    const { rows } = await home.call('compare.rows', { id: made.id, part: 'config', limit: 500 })
    const own = (rows as RecordRow[]).filter(({ group }) => group === 'The session')
    const told = Object.fromEntries(own.map(({ label, fields }) => [label, fields[0]?.a as { text: string }]))
    const texts = Object.fromEntries(Object.entries(told).map(([label, value]) => [label, value.text]))
    if (Object.keys(texts).length > Object.keys(most).length) most = texts
  }
  return most
}

describe('recordedSettings', () => {
  it.each(folders)('%s: the model that a session used', async (agent) => {
    expect((await recordedBy(agent)).model).toMatch(/\w/)
  })

  it.each([
    ['claude-code', { 'permission mode': 'bypassPermissions', version: expect.stringMatching(/^\d/) }],
    ['codex', { approval: 'never', sandbox: 'danger-full-access', version: expect.stringMatching(/^\d/) }],
    ['tact', { 'reasoning mode': expect.any(String), 'fast mode': expect.stringMatching(/^(?:on|off)$/) }],
    ['droid', { autonomy: 'auto-high' }]
  ])('%s: what else it records of how it ran', async (agent, settings) => {
    expect(await recordedBy(agent)).toMatchObject(settings)
  })
})
