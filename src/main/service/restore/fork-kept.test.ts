import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import { afterAll, describe, expect, it } from 'vitest'
import { addEverySample } from '../agents/conformance/every-sample'
import { HomeService } from '../testing/home-service'
import { pictureOf } from './testing/test-home'

const homes: HomeService[] = []
afterAll(() => Promise.all(homes.map((home) => home.close())))

async function openHome(): Promise<HomeService> {
  const home = new HomeService()
  homes.push(home)
  addEverySample(home.home)
  await home.open()
  await home.scan()
  return home
}

/** Subagents come along under ids of their own, also where a result names them. */
const sameAgents = (text: string | undefined) => text?.replace(/\ba[0-9a-f]{16}\b/g, 'agent')
const told = (entries: readonly Entry[]) =>
  entries
    .filter(({ kind }) => kind !== 'notice')
    .map(({ kind, text, tool }) => [kind, text, sameAgents(tool?.result), tool?.status])

describe('a fork of what Reprise kept', () => {
  it.each([
    ['claude-code', '1494aac4-bdfb-4a1d-a8d5-5283a017be20', '.claude/projects/-home-dev-weather'],
    ['codex', '01a22743-3624-77f2-90d9-0f40720e92a9', '.codex/sessions'],
    ['gemini', 'dd6b3d3f-1b38-46ef-b809-cf2e9210c57d', '.gemini/tmp/weather/chats'],
    ['qwen-code', '3a66ff29-5630-4d7f-b333-bbbeba57671e', '.qwen/projects/-home-dev-weather/chats'],
    ['pi', '01a22747-8be0-77d3-b400-6cb4156239b3', '.pi/agent/sessions']
  ])(
    'A5 %s makes a session of its own from it, when the original is gone, and its undo takes that back',
    async (agent, id, folder) => {
      const home = await openHome()
      const session = await home.ref(id)
      const page = (of: typeof session) =>
        home.call('transcript.page', { session: of, from: 'start', direction: 'forward', limit: 500 })
      const { entries } = await page(session)
      const { checkpoint } = await home.call('capture.make', { session, label: 'before' })
      rmSync(join(home.home, folder), { recursive: true })
      await home.scan()
      expect((await home.call('sessions.get', { session })).session.state).toBe('gone')
      const before = pictureOf(home.home)
      const plan = await home.call('plan.make', { kind: 'fork', session, checkpoint: checkpoint.id })
      expect(plan.notes[0]).toBe('It begins with what Reprise kept: before.')
      expect(plan.created?.id).not.toBe(id)
      const { operationId, created, verified } = await home.call('plan.apply', {
        planId: plan.planId,
        digest: plan.digest,
        choices: {}
      })
      expect(verified).toBe(true)
      await home.scan()
      const made = created ?? session
      expect((await home.list()).find((each) => each.id === made.id)).toMatchObject({ agent, state: 'ok' })
      expect(told((await page(made)).entries)).toEqual(told(entries))
      expect((await home.call('sessions.get', { session })).session.state).toBe('gone')
      const undo = await home.call('plan.undo', { operation: operationId })
      await home.call('plan.apply', { planId: undo.planId, digest: undo.digest, choices: {} })
      const theirs = (picture: Record<string, string>) =>
        Object.fromEntries(Object.entries(picture).filter(([path]) => !path.startsWith('.reprise')))
      expect(theirs(pictureOf(home.home))).toEqual(theirs(before))
    }
  )
})
