import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Plan } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type WorkedHome, workedHome } from '../agents/claude-code/testing/worked-home'
import { workedHome as clineHome, threeTurns } from '../agents/cline/testing/worked-home'
import { workedHome as copilotHome, twoTurns } from '../agents/copilot-cli/testing/worked-home'
import { workedHome as geminiHome } from '../agents/gemini/testing/worked-home'
import { sampleHome as opencodeSamples } from '../agents/opencode/testing/samples'
import { workIn } from '../agents/opencode/testing/worked-home'
import { workedHome as qwenHome, compressed as qwenSession } from '../agents/qwen-code/testing/worked-home'
import { HomeService } from '../testing/home-service'
import { refuseMoved } from './moved-folder'
import { pictureOf } from './testing/test-home'

const checkpoint = 'fa47a2fd-2183-42f9-b366-b5b362b6a815'
let worked: WorkedHome
let moved: string
let service: HomeService

async function openAt(home: string): Promise<HomeService> {
  const opened = await new HomeService().open({ look: { home, env: {}, platform: 'linux', cwd: home, flags: [] } })
  await opened.scan()
  return opened
}

beforeEach(async () => {
  worked = workedHome()
  moved = join(worked.home, 'elsewhere')
  service = await openAt(worked.home)
})
afterEach(async () => {
  await service.close()
})

const make = async () =>
  service.call('plan.make', { kind: 'restore', session: await service.ref(worked.session), checkpoint })
const locate = (from: string, to: string | null) => service.call('workspace.locate', { from, to })
const apply = ({ planId, digest }: Plan, choices = {}) => service.call('plan.apply', { planId, digest, choices })
const paths = ({ steps }: Plan) => steps.flatMap(({ what, path }) => (what === 'file' ? [path] : []))
const forecast = (folder: string) => readFileSync(join(folder, 'src/forecast.js'))
/** What the checkpoint has of it. */
const earlier = () => readFileSync(join(worked.home, '.claude/file-history', worked.session, '546097a1924200a8@v1'))

describe('a restore of files whose folder was moved', () => {
  it('B1 F7 goes into the folder that it is now, says so, touches nothing of the one of then, and is undone there', async () => {
    cpSync(worked.workspace, moved, { recursive: true })
    expect(paths(await make()).every((path) => path.startsWith(worked.workspace))).toBe(true)
    await locate(worked.workspace, moved)
    const then = pictureOf(worked.workspace)
    const before = pictureOf(moved)
    const plan = await make()
    expect(paths(plan)).toEqual([join(moved, 'src/forecast.js'), join(moved, 'docs/NOTES.md')])
    expect(plan.notes[0]).toBe(
      `The session worked in ${worked.workspace}. You said that this folder is now ${moved}, so its files go there.`
    )
    // What Claude Code wrote is known by the path of then: nobody changed it since.
    expect(plan.conflicts).toEqual([])
    const { operationId, verified } = await apply(plan)
    expect(verified).toBe(true)
    expect(forecast(moved)).toEqual(earlier())
    expect(pictureOf(worked.workspace)).toEqual(then)
    await apply(await service.call('plan.undo', { operation: operationId }))
    expect(pictureOf(moved)).toEqual(before)
    await locate(worked.workspace, null)
    expect(paths(await make()).every((path) => path.startsWith(worked.workspace))).toBe(true)
  })

  it('B1 a fork works in the folder that it is now, where Claude Code finds it; the original stays as it is', async () => {
    const session = await service.ref(worked.session)
    const original = pictureOf(join(worked.home, '.claude'))
    renameSync(worked.workspace, moved)
    await locate(worked.workspace, moved)
    const reasons = async (of: SessionRef) =>
      (await service.call('resume.check', { session: of })).reasons.map(({ code }) => code)
    expect(await reasons(session)).toContain('claude-code.folder')
    const fork = { kind: 'fork', session } as const
    const plan = await service.call('plan.make', fork)
    expect(plan.notes[0]).toContain(`is now ${moved}, so the new session works there`)
    const { created } = await apply(plan)
    await service.scan()
    const listed = (await service.list()).find(({ id }) => id === created?.id)
    expect(listed).toMatchObject({ workspace: moved, parent: worked.session, resumable: true })
    expect(await reasons(created ?? session)).not.toContain('claude-code.folder')
    const after = pictureOf(join(worked.home, '.claude'))
    expect(after).toMatchObject(original)
    const elsewhere = await service.call('plan.make', { ...fork, workspace: worked.home })
    expect(elsewhere.notes.join()).not.toContain('You said')
  })

  it('B1 the conversation that goes back with the files, or alone, works in the folder that it is now', async () => {
    renameSync(worked.workspace, moved)
    await locate(worked.workspace, moved)
    const session = await service.ref(worked.session)
    const { items } = await service.call('transcript.outline', { session })
    const entry = items[0]?.entry ?? ''
    const second = 'a4e074eb-058b-47f9-8d93-258c3de78038'
    const both = await service.call('plan.make', { kind: 'restore', session, checkpoint: second })
    const alone = await service.call('plan.make', { kind: 'restore-to-entry', session, entry })
    const made = [await apply(both, { what: 'both' }), await apply(alone)].map(({ created }) => created?.id)
    await service.scan()
    for (const id of made)
      expect((await service.list()).find((each) => each.id === id)).toMatchObject({ workspace: moved, resumable: true })
  })

  it('A5 B1 is undone where the files are, when the folder was moved after it', async () => {
    const before = pictureOf(worked.workspace)
    const { operationId } = await apply(await make())
    expect(forecast(worked.workspace)).toEqual(earlier())
    renameSync(worked.workspace, moved)
    await locate(worked.workspace, moved)
    const undo = await service.call('plan.undo', { operation: operationId })
    expect(undo.notes).toEqual([`You said that ${worked.workspace} is now ${moved}, so its files are put back there.`])
    expect(paths(undo).every((path) => path.startsWith(moved))).toBe(true)
    expect(undo.conflicts).toEqual([])
    await apply(undo)
    expect(pictureOf(moved)).toEqual(before)
    expect(existsSync(worked.workspace)).toBe(false)
  })

  it('A5 B1 is undone in the folder that was written, as long as that is there', async () => {
    const before = pictureOf(worked.workspace)
    const { operationId } = await apply(await make())
    mkdirSync(moved)
    await locate(worked.workspace, moved)
    await apply(await service.call('plan.undo', { operation: operationId }))
    expect(pictureOf(worked.workspace)).toEqual(before)
    expect(readdirSync(moved)).toEqual([])
  })

  it('A1 A17 has the rules of any other folder: no way out over a link, and not the whole home folder', async () => {
    cpSync(worked.workspace, moved, { recursive: true })
    const outside = mkdtempSync(join(tmpdir(), 'reprise-outside-'))
    rmSync(join(moved, 'src'), { recursive: true })
    cpSync(join(worked.workspace, 'src'), join(outside, 'src'), { recursive: true })
    symlinkSync(join(outside, 'src'), join(moved, 'src'))
    await locate(worked.workspace, moved)
    const plan = await make()
    expect(plan.cannot).toContainEqual({
      what: join(moved, 'src/forecast.js'),
      because: expect.stringContaining('a symbolic link leads out')
    })
    expect(paths(plan)).toEqual([join(moved, 'docs/NOTES.md')])
    await locate(worked.workspace, worked.home)
    cpSync(join(worked.workspace, 'src'), join(worked.home, 'src'), { recursive: true })
    const home = await make()
    expect(paths(home)).toEqual([])
    expect(home.cannot.map(({ because }) => because).join()).toContain('the approved folder is the whole home folder')
    rmSync(outside, { recursive: true })
  })
})

describe('a restore of files of other agents whose folder was moved', () => {
  it.each([
    ['gemini', geminiHome, '4add6a7e-abb8-48a6-b8d6-655823f1851a', 'src/kelvin.js'],
    ['opencode', () => workIn(opencodeSamples()), 'ses_dd8bb9167ffe1JgehSW6pzAr9b', 'docs/NOTES.md'],
    ['qwen-code', qwenHome, qwenSession, 'src/kelvin.js'],
    ['copilot-cli', copilotHome, twoTurns, 'docs/NOTES.md'],
    ['cline', clineHome, threeTurns, 'src/kelvin.js']
  ])('B1 F7 of %s goes into the folder that it is now, and is undone there', async (_, makeHome, id, made) => {
    const { home, workspace } = makeHome()
    const now = join(home, 'elsewhere')
    const other = await openAt(home)
    const of = await other.ref(id)
    const { checkpoints } = await other.call('checkpoints.list', { session: of })
    const restorable = checkpoints.filter((each) => each.restorable && each.holds.kind !== 'saved chat')
    const planOf = (checkpoint: string) =>
      other.call('plan.make', { kind: 'restore', session: of, checkpoint }).catch(() => [])
    const plans = async () => (await Promise.all(restorable.map((each) => planOf(each.id)))).flat()
    const removing = ({ steps }: Plan) => steps.some(({ action, path }) => action === 'remove' && path.endsWith(made))
    const there = (await plans()).filter(removing)
    expect(there.length).toBeGreaterThan(0)
    renameSync(workspace, now)
    await other.call('workspace.locate', { from: workspace, to: now })
    const moved = (await plans()).filter(removing)
    // What a new session brings lies in the agent's own folder, under an id of its own.
    const below = (folder: string) => (plan: Plan) =>
      paths(plan).flatMap((path) => (relative(folder, path).startsWith('..') ? [] : relative(folder, path)))
    expect(moved.map(below(now))).toEqual(there.map(below(workspace)))
    expect(moved.map(({ conflicts }) => conflicts)).toEqual(there.map(({ conflicts }) => conflicts))
    expect(moved.every(({ notes }) => notes[0]?.includes(`is now ${now}`))).toBe(true)
    const [plan] = moved
    if (plan === undefined) return
    const choices = Object.fromEntries(
      plan.conflicts.flatMap(({ step, id: one }) => (step === null ? [] : [[one, 'replace']]))
    )
    const before = pictureOf(now)
    const { operationId } = await other.call('plan.apply', { planId: plan.planId, digest: plan.digest, choices })
    expect(existsSync(join(now, made))).toBe(false)
    const undo = await other.call('plan.undo', { operation: operationId })
    await other.call('plan.apply', { planId: undo.planId, digest: undo.digest, choices: {} })
    expect(pictureOf(now)).toEqual(before)
    expect(existsSync(workspace)).toBe(false)
    await other.close()
    rmSync(home, { recursive: true })
  })
})

describe('refuseMoved', () => {
  it('B1 F7 refuses a plan that would write into a folder of which the person has said that it is elsewhere now', () => {
    const source = { id: 's', agent: 'pi', root: '/home/a/.pi', origin: 'default' } as const
    const step = { id: 'f', what: 'file', content: null, mode: 0o644, because: '' } as const
    const into = (approvedRoot: string) => [{ ...step, path: join(approvedRoot, 'a.txt'), approvedRoot }]
    const about = { movedTo: (_: unknown, folder: string) => (folder === '/now' ? null : '/now') }
    expect(() => refuseMoved(about, source, into('/then'))).toThrow(/\/then is now \/now/)
    expect(() => refuseMoved(about, source, into('/now'))).not.toThrow()
    expect(() => refuseMoved(about, source, into('/home/a/.pi/x'))).not.toThrow()
    expect(() => refuseMoved({}, source, into('/then'))).not.toThrow()
  })
})
