import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, describe, expect, it } from 'vitest'
import { changingHome, theirs } from '../../../restore/testing/changing-home'
import { readingFor } from '../../conformance/browse'
import { adapter } from '../adapter'
import { dumpOf, without } from '../testing/dump'
import { dataOf, removeHomes, sampleHome } from '../testing/samples'
import { workIn } from '../testing/worked-home'

afterAll(removeHomes)

const workedHome = () => workIn(sampleHome())
const session = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'

async function turnsOf(home: string) {
  const place = await changingHome('opencode', home)
  const points = await adapter.checkpoints(place.source, session, readingFor())
  const [second = '', first = ''] = points.map(({ id }) => id)
  return { ...place, points, first, second }
}

const replaceEach = (conflicts: readonly { id: string; step: string | null }[]) =>
  Object.fromEntries(conflicts.flatMap(({ id, step }) => (step === null ? [] : [[id, 'replace']])))

describe('files put back to a snapshot of opencode', () => {
  it('are those of its tree, and the undo brings everything back', async () => {
    const { home, workspace } = workedHome()
    const { plan, apply, undo, second, points } = await turnsOf(home)
    expect(points.map(({ restorable }) => restorable)).toEqual([true, true])
    const before = theirs(home)
    const made = await plan(session, { kind: 'restore', checkpoint: second })
    expect(made.steps.find(({ path }) => path.endsWith('NOTES.md'))).toMatchObject({ action: 'remove' })
    const result = await apply(made, replaceEach(made.conflicts))
    expect(result).toMatchObject({ state: 'done', verified: true })
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    expect(readFileSync(join(workspace, 'notes.txt'), 'utf8')).toBe('made by hand since then\n')
    await undo(result.operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('goes back before the first edit with the content of that tree', async () => {
    const { home, workspace } = workedHome()
    writeFileSync(join(workspace, 'src/forecast.js'), 'changed since')
    const { plan, apply, first } = await turnsOf(home)
    const made = await plan(session, { kind: 'restore', checkpoint: first })
    expect(made.conflicts.map(({ code }) => code)).toContain('file.changed')
    await apply(made, replaceEach(made.conflicts))
    const blob = execFileSync('git', ['-C', workspace, 'show', 'HEAD:src/forecast.js'], { encoding: 'utf8' })
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).toBe(blob)
  })

  it('A16 leaves what somebody changed since, unless the person says otherwise', async () => {
    const { home, workspace } = workedHome()
    writeFileSync(join(workspace, 'docs/NOTES.md'), 'work of an afternoon')
    const { plan, apply, second } = await turnsOf(home)
    const made = await plan(session, { kind: 'restore', checkpoint: second })
    await apply(made).catch((error) => expect(error.failure.code).toBe('refused'))
    expect(readFileSync(join(workspace, 'docs/NOTES.md'), 'utf8')).toBe('work of an afternoon')
  })

  it('A11 changes no file when the snapshot or the repository that it borrows from is gone', async () => {
    const { home, shadow } = workedHome()
    rmSync(join(shadow, 'objects'), { recursive: true })
    const { plan, first, second } = await turnsOf(home)
    const made = await plan(session, { kind: 'restore', checkpoint: second })
    expect(made.steps.map(({ what }) => what)).toEqual(['rows'])
    await expect(plan(session, { kind: 'restore', checkpoint: first })).rejects.toMatchObject({
      failure: { code: 'checkpoint.invalid' }
    })
  })

  it('goes back together with the conversation, in one operation that one undo takes back', async () => {
    const { home, workspace } = workedHome()
    const { plan, apply, undo, second, source } = await turnsOf(home)
    const [before, rows] = [theirs(workspace), dumpOf(home)]
    const made = await plan(session, { kind: 'restore', checkpoint: second })
    expect(made.conflicts[0]).toMatchObject({ id: 'what', default: 'keep' })
    const { created, operationId, verified } = await apply(made, { ...replaceEach(made.conflicts), what: 'both' })
    expect(verified).toBe(true)
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    const opened = await adapter.open(source, created?.id ?? '', readingFor())
    expect((await opened.outline()).filter(({ kind }) => kind === 'prompt')).toHaveLength(1)
    expect(without(dumpOf(home), created?.id ?? '')).toEqual(rows)
    await undo(operationId)
    expect([theirs(workspace), dumpOf(home)]).toEqual([before, rows])
  })

  it('A10 writes only below the folder of the session, and A12 never into .git', async () => {
    const { home, workspace } = workedHome()
    const database = new Database(join(dataOf(home), 'opencode.db'))
    database.prepare('UPDATE session SET directory = ? WHERE id = ?').run(join(workspace, 'docs'), session)
    database.close()
    const git = () =>
      Object.entries(theirs(home)).filter(([path]) => path.includes('/.git/') || path.includes('snapshot'))
    const before = git()
    writeFileSync(join(workspace, 'src/forecast.js'), 'not in the folder of the session')
    const { plan, apply, first } = await turnsOf(home)
    const made = await plan(session, { kind: 'restore', checkpoint: first })
    const files = made.steps.filter(({ what }) => what === 'file')
    for (const { path } of files) expect(path.startsWith(join(workspace, 'docs'))).toBe(true)
    await apply(made, replaceEach(made.conflicts))
    expect(readFileSync(join(workspace, 'src/forecast.js'), 'utf8')).toBe('not in the folder of the session')
    expect(git()).toEqual(before)
  })

  it('F7 is refused where the folder of the session is gone', async () => {
    const { plan, first } = await turnsOf(sampleHome())
    await expect(plan(session, { kind: 'restore', checkpoint: first })).rejects.toMatchObject({
      failure: {
        code: 'refused',
        message: expect.stringMatching(/^The folder of the session, \/.+, is not there any more/),
        advice: expect.stringContaining('Make that folder again')
      }
    })
  })
})
