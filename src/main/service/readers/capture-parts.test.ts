import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adapters } from '../agents/registry'
import { HomeService } from '../testing/home-service'
import { captureParts } from './capture-parts'

interface Expected {
  readonly agent: string
  readonly folder: string
  readonly id: string
}

const fixtures = fileURLToPath(new URL('../../../../e2e/fixtures/agents/', import.meta.url))
const all = JSON.parse(readFileSync(join(fixtures, 'expected.json'), 'utf8')) as readonly Expected[]
const capturing = adapters.filter(({ parts }) => parts !== undefined)

let home: HomeService
beforeAll(async () => {
  home = new HomeService()
  for (const folder of new Set(all.map((each) => each.folder)))
    cpSync(join(fixtures, folder), home.home, { recursive: true })
  await home.open()
  await home.scan()
}, 120_000)
afterAll(() => home.close())

const reading = { signal: new AbortController().signal }

describe('captureParts', () => {
  it.each(capturing.map((adapter) => [adapter.agent, adapter] as const))(
    'F4 %s: every sample is taken byte for byte, and nothing outside of the source',
    async (agent, adapter) => {
      const listed = (await home.list({ children: true, agent })).filter(({ state }) => state === 'ok')
      const source = home.service.parts.sources.all().find(({ location }) => location.agent === agent)?.location
      if (source === undefined) throw new Error(`${agent} was not located`)
      const mains = listed.filter(({ parentKind }) => parentKind !== 'subagent')
      expect(mains.length).toBeGreaterThan(0)
      for (const { id } of mains) {
        const steps = await captureParts(adapter, source, id, reading)
        expect(steps[0]?.what, id).toBe('session')
        for (const { path, content, approvedRoot } of steps) {
          expect(readFileSync(path).equals(content ?? Buffer.alloc(0)), path).toBe(true)
          expect([approvedRoot, path.startsWith(source.root)], path).toEqual([source.root, true])
        }
        expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length)
      }
    }
  )

  it('F4 says so where nothing is left, and where the agent keeps its sessions in no files of their own', async () => {
    const [adapter] = capturing
    const source = home.service.parts.sources.all().find(({ location }) => location.agent === adapter?.agent)?.location
    if (adapter === undefined || source === undefined) throw new Error('nothing was located')
    await expect(captureParts(adapter, source, 'nobody', reading)).rejects.toMatchObject({
      failure: { code: 'session.gone' }
    })
    await expect(captureParts({ agent: adapter.agent }, source, 'nobody', reading)).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
  })
})
