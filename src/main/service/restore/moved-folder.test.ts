import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workedHome } from '../agents/claude-code/testing/worked-home'
import { HomeService } from '../testing/home-service'
import { pictureOf } from './testing/test-home'

const checkpoint = 'fa47a2fd-2183-42f9-b366-b5b362b6a815'
const worked = workedHome()
const moved = mkdtempSync(join(tmpdir(), 'reprise-moved-'))
let service: HomeService

beforeEach(async () => {
  service = await new HomeService().open({
    look: { home: worked.home, env: {}, platform: 'linux', cwd: worked.home, flags: [] }
  })
  await service.scan()
})
afterEach(async () => {
  await service.close()
  rmSync(moved, { recursive: true, force: true })
})

describe('refuseMoved', () => {
  it('B1 F7 no files go back into a folder of which the person has said that it is elsewhere now', async () => {
    const session = await service.ref(worked.session)
    cpSync(worked.workspace, moved, { recursive: true })
    const make = () => service.call('plan.make', { kind: 'restore', session, checkpoint })
    expect((await make()).steps.some(({ what }) => what === 'file')).toBe(true)
    await service.call('workspace.locate', { from: worked.workspace, to: moved })
    const before = pictureOf(worked.workspace)
    await expect(make()).rejects.toMatchObject({ failure: { code: 'refused', data: { now: moved } } })
    expect(pictureOf(worked.workspace)).toEqual(before)
    // A new session is written into the agent's own folder alone.
    expect((await service.call('plan.make', { kind: 'fork', session })).created).toBeDefined()
    await service.call('workspace.locate', { from: worked.workspace, to: null })
    expect((await make()).steps.some(({ what }) => what === 'file')).toBe(true)
  })
})
