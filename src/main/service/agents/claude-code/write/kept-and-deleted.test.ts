import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changingHome, theirs } from '../../../restore/testing/changing-home'
import { quietly } from '../../../restore/testing/test-home'
import { placesOf } from '../places'
import { sessionParts } from '../sessions/session-parts'
import { listAll, reading, sampleHome, sourceIn } from '../testing/sample-home'
import { write } from './write-part'

const celsius = '095bbe87-37e2-4820-b558-9182cfc4cc92'
const delegating = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'
const large = 'f1f42508-9185-4b39-83cc-f8cba487ea24'
const wish = {
  label: null,
  by: 'person',
  about: { title: 'A talk', workspace: '/w', entries: 9, agentVersion: '1.2', layout: 'projects', fingerprint: 'f1' }
} as const

describe('a kept session', () => {
  it.each([
    ['claude-code', celsius],
    ['claude-code', delegating],
    ['claude-code-large-output', large]
  ])('B7 of %s, %s, comes back as it was when the agent has lost it', async (folder, id) => {
    const home = sampleHome(folder)
    const place = await changingHome('claude-code', home)
    const before = theirs(home)
    const session = { source: place.source.id, id }
    const kept = await place.engine.keeper.keep({ session, ...wish }, quietly.signal)
    for (const { path } of sessionParts(placesOf(place.source), id)) rmSync(path)
    expect((await listAll(home)).get(id)?.state ?? 'gone').toBe('gone')
    const plan = await place.plan(id, { kind: 'restore', checkpoint: kept.id })
    const { operationId } = await place.apply(plan)
    expect(theirs(home)).toEqual(before)
    await place.undo(operationId)
    expect((await listAll(home)).get(id)?.state ?? 'gone').toBe('gone')
  })

  it('does not take the place of what is there unless the person says so', async () => {
    const home = sampleHome('claude-code')
    const place = await changingHome('claude-code', home)
    const session = { source: place.source.id, id: celsius }
    const kept = await place.engine.keeper.keep({ session, ...wish }, quietly.signal)
    const before = theirs(home)
    const [{ path } = { path: '' }] = sessionParts(placesOf(place.source), celsius)
    appendFileSync(path, `${JSON.stringify({ type: 'mode', mode: 'plan', sessionId: celsius })}\n`)
    const after = theirs(home)
    const plan = await place.plan(celsius, { kind: 'restore', checkpoint: kept.id })
    expect(plan.conflicts).toMatchObject([{ id: 'present', default: 'keep' }])
    await expect(place.apply(plan)).rejects.toMatchObject({ failure: { code: 'refused' } })
    expect(theirs(home)).toEqual(after)
    await place.apply(await place.plan(celsius, { kind: 'restore', checkpoint: kept.id }), { present: 'replace' })
    expect(theirs(home)).toEqual(before)
  })

  it('holds subagents, large outputs, backups and lists of what was to do, and nothing of other sessions', async () => {
    const home = sampleHome('claude-code')
    mkdirSync(join(home, '.claude/todos'))
    writeFileSync(join(home, '.claude/todos', `${delegating}-agent-${delegating}.json`), '[]')
    writeFileSync(join(home, '.claude/todos', `${celsius}-agent-${celsius}.json`), '[]')
    const steps = await write.capture(sourceIn(home), delegating, reading)
    const paths = steps.map(({ path }) => path.slice(path.indexOf('.claude') + 8))
    const folder = `projects/-home-dev-weather/${delegating}`
    expect(paths).toEqual([
      `${folder}.jsonl`,
      `${folder}/subagents/agent-a06f648b5c8b91f5a.jsonl`,
      `${folder}/subagents/agent-a06f648b5c8b91f5a.meta.json`,
      `todos/${delegating}-agent-${delegating}.json`
    ])
  })
})

describe('a deletion', () => {
  it('takes every file of the session, and the undo brings each back', async () => {
    const home = sampleHome('claude-code')
    const place = await changingHome('claude-code', home)
    const before = theirs(home)
    const { operationId } = await place.apply(await place.plan(delegating, { kind: 'delete' }))
    expect((await listAll(home)).has(delegating)).toBe(false)
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('leaves no session of empty folders behind', async () => {
    const home = sampleHome('claude-code')
    const place = await changingHome('claude-code', home)
    await place.apply(await place.plan(celsius, { kind: 'delete' }))
    expect((await listAll(home)).has(celsius)).toBe(false)
  })

  it('leaves the lists of a session whose id only begins like this one', async () => {
    const home = sampleHome('claude-code')
    const [short, project] = [celsius.slice(0, 1), join(home, '.claude/projects/-home-dev-weather')]
    const text = readFileSync(join(project, `${celsius}.jsonl`), 'utf8')
    writeFileSync(join(project, `${short}.jsonl`), text.replaceAll(celsius, short))
    mkdirSync(join(home, '.claude/todos'))
    for (const id of [short, celsius]) writeFileSync(join(home, '.claude/todos', `${id}-agent-${id}.json`), '[]')
    const { plan } = await changingHome('claude-code', home)
    const removed = (await plan(short, { kind: 'delete' })).steps.map(({ path }) => basename(path))
    expect(removed).toContain(`${short}-agent-${short}.json`)
    expect(removed).not.toContain(`${celsius}-agent-${celsius}.json`)
  })

  it('asks first while a process has the session open', async () => {
    const home = sampleHome('claude-code')
    mkdirSync(join(home, '.claude/sessions'))
    writeFileSync(join(home, '.claude/sessions/1.json'), JSON.stringify({ pid: process.pid, sessionId: celsius }))
    const { plan } = await changingHome('claude-code', home)
    expect((await plan(celsius, { kind: 'delete' })).conflicts).toMatchObject([
      { id: 'in-use', what: expect.stringContaining(`process ${process.pid}`), default: 'keep' }
    ])
    expect((await plan(delegating, { kind: 'delete' })).conflicts).toEqual([])
  })

  it('is refused for a subagent alone', async () => {
    const { plan } = await changingHome('claude-code', sampleHome('claude-code'))
    await expect(plan('agent-a06f648b5c8b91f5a', { kind: 'delete' })).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
  })
})
