import { describe, expect, it } from 'vitest'
import type { ImportSession } from '../agents/write-part'
import { joinedDrafts } from './joined-drafts'
import type { ConflictDraft, FileStepDraft, PlanDraft } from './plan-draft'

const from = { id: 's', agent: 'gemini', root: '/from', origin: 'flag' } as const
const wish = (sessionId: string): ImportSession => ({ kind: 'import', sessionId, from, workspace: '/w' })

function step(id: string, path: string, content: string): FileStepDraft {
  const place = { path, approvedRoot: '/store', mode: 0o600 }
  return { id, what: 'session', ...place, content: Buffer.from(content), because: 'a new session' }
}

function draft(id: string, steps: readonly FileStepDraft[], more: Partial<PlanDraft> = {}): PlanDraft {
  return { title: id, created: id, steps, conflicts: [], cannot: [], notes: ['same'], inputs: [], ...more }
}

const lease = (steps: readonly string[]): ConflictDraft => ({
  ...{ id: 'lease', code: 'a3s.lease.held', what: 'somebody has it', step: null, default: 'keep' },
  options: [
    { value: 'keep', label: 'Leave it', effect: 'Nothing is written.' },
    { value: 'take-over', label: 'Take it', effect: 'It is ours.' }
  ],
  leavesOut: { keep: [...steps], 'take-over': [] }
})

describe('joinedDrafts', () => {
  it('leaves the draft of one session as its adapter made it', async () => {
    const own = draft('a', [step('session', '/store/a', 'a')])
    expect(await joinedDrafts([wish('a')], async () => own)).toBe(own)
  })

  it('tells each session which ones come before it, names every step once, and says whose each is', async () => {
    const before: unknown[] = []
    const made = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId, before: ids }) => {
      before.push(ids)
      return draft(sessionId, [step('session', `/store/${sessionId}`, sessionId)])
    })
    expect(before).toEqual([[], ['a']])
    expect(made.steps.map(({ id, because }) => [id, because])).toEqual([
      ['1/session', '“a”: a new session'],
      ['2/session', '“b”: a new session']
    ])
    expect([made.title, made.created, made.notes]).toEqual(['2 sessions', 'a', ['same']])
    expect(made.sessions).toEqual([
      { id: 'a', steps: ['1/session'] },
      { id: 'b', steps: ['2/session'] }
    ])
  })

  it('asks once what concerns the store, and the answer is for the steps of all', async () => {
    const made = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId }) =>
      draft(sessionId, [step('session', `/store/${sessionId}`, sessionId)], { conflicts: [lease(['session'])] })
    )
    expect(made.conflicts.map(({ leavesOut }) => leavesOut)).toEqual([
      { keep: ['1/session', '2/session'], 'take-over': [] }
    ])
  })

  it('writes once what several sessions need alike, and keeps two contents of one file apart', async () => {
    const steps = (mark: string) => [step('project', '/store/.project_root', mark)]
    const alike = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId }) => draft(sessionId, steps('/w')))
    expect(alike.steps).toHaveLength(1)
    const apart = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId }) =>
      draft(sessionId, steps(sessionId))
    )
    expect(apart.steps).toHaveLength(2)
  })

  it('F5 takes one of two contents of a single file, and names the other', async () => {
    const made = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId }) =>
      draft(sessionId, [{ ...step('note', '/store/memory/a.md', sessionId), what: 'file' }])
    )
    expect(made.steps.map(({ id }) => id)).toEqual(['1/note'])
    expect(made.cannot).toEqual([{ what: '/store/memory/a.md', because: expect.stringContaining('other content') }])
  })

  it('F1 names no secret of a title, since journals keep the words of a step', async () => {
    const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    const made = await joinedDrafts([wish('a'), wish('b')], async ({ sessionId }) =>
      draft(sessionId, [step('session', `/store/${sessionId}`, '')], { title: `use ${secret} there` })
    )
    expect(JSON.stringify(made)).not.toContain(secret)
  })
})
