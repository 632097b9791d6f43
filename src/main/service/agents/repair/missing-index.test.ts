import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SessionRef } from '@shared/domain/session'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { changingHome, theirs } from '../../restore/testing/changing-home'
import { HomeService } from '../../testing/home-service'
import { addEverySample, type SampleRow, sampleRows } from '../conformance/every-sample'

let place: HomeService
let at: (path: string) => string

beforeEach(() => {
  place = new HomeService()
  onTestFinished(() => place.close())
  addEverySample(place.home)
  at = (path) => join(place.home, path)
})

function sampleOf(agent: string, path: RegExp): SampleRow {
  const found = sampleRows.find((row) => row.agent === agent && path.test(row.path))
  if (found === undefined) throw new Error(`no sample of ${agent}`)
  return found
}

async function findingsOf(id: string): Promise<{ session: SessionRef; findings: readonly Finding[] }> {
  await place.open()
  await place.scan()
  const session = await place.ref(id)
  return { session, findings: (await place.call('findings.list', { session })).findings }
}

/** As it happens when the list of Gemini CLI was lost once, and it took another name for a directory since. */
function renameProject(name = 'weather-1'): void {
  cpSync(at('.gemini/tmp/weather/.project_root'), at('.gemini/tmp/weather-1/.project_root'))
  const list = at('.gemini/projects.json')
  writeFileSync(list, readFileSync(list, 'utf8').replace('"weather"', JSON.stringify(name)))
}

const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code)

describe('what is missing in the index of an agent', () => {
  it('nothing is said of any sound session', async () => {
    await place.open()
    await place.scan()
    const said = []
    for (const { source, id } of await place.list({ gone: false })) {
      const { findings } = await place.call('findings.list', { session: { source, id } })
      said.push(...codes(findings).filter((code) => /index|other-folder|no-facts/.test(code)))
    }
    expect(said).toEqual([])
  })

  it('B7 B9 says of a rollout that Codex does not name in its index how Codex does it itself', async () => {
    const { id } = sampleOf('codex', /\/sessions\//)
    const path = at('.codex/state_5.sqlite')
    const database = new Sqlite(path)
    database.prepare('delete from threads where id = ?').run(id)
    database.close()
    const bytes = readFileSync(path)
    const { findings } = await findingsOf(id)
    expect(findings).toMatchObject([
      {
        code: 'codex.index.missing',
        severity: 'notice',
        where: path,
        can: expect.stringContaining(`codex resume ${id}`)
      }
    ])
    expect(readFileSync(path).equals(bytes)).toBe(true)
  })

  it('B9 says so where the index of Codex looks for a rollout elsewhere', async () => {
    const { id, path } = sampleOf('codex', /\/sessions\//)
    mkdirSync(at('.codex/archived_sessions'), { recursive: true })
    renameSync(at(path), at(path.replace(/sessions\/[\d/]+\//, 'archived_sessions/')))
    const { findings } = await findingsOf(id)
    expect(codes(findings)).toEqual(['codex.index.stale'])
    expect(findings[0]?.can).toContain(`codex unarchive ${id}`)
  })

  it('says nothing while Codex has yet to fill its index', async () => {
    const { id } = sampleOf('codex', /\/sessions\//)
    const database = new Sqlite(at('.codex/state_5.sqlite'))
    database.prepare('delete from threads where id = ?').run(id)
    database.prepare("update backfill_state set status = 'running'").run()
    database.close()
    expect((await findingsOf(id)).findings).toEqual([])
  })

  it('says of a list that an earlier Claude Code left behind when it does not name a session', async () => {
    const { id, path } = sampleOf('claude-code', /weather\/[^/]+\.jsonl$/)
    const list = at(join(dirname(path), 'sessions-index.json'))
    writeFileSync(
      list,
      JSON.stringify({ version: 1, entries: [{ sessionId: '01a22751-0000-4000-8000-000000000001' }] })
    )
    const { findings } = await findingsOf(id)
    expect(findings).toMatchObject([
      { code: 'claude-code.index.missing', where: list, can: expect.stringContaining(`claude --resume ${id}`) }
    ])
  })

  it('says of a list that an earlier Claude Code left behind nothing where it names the session', async () => {
    const { id, path } = sampleOf('claude-code', /weather\/[^/]+\.jsonl$/)
    writeFileSync(at(join(dirname(path), 'sessions-index.json')), JSON.stringify({ entries: [{ sessionId: id }] }))
    expect((await findingsOf(id)).findings).toEqual([])
  })

  it('says of a session of Cline without its facts that only the index of Cline may list it', async () => {
    const { id, path } = sampleOf('cline', /\.messages\.json$/)
    rmSync(at(path.replace('.messages.json', '.json')))
    expect(codes((await findingsOf(id)).findings)).toEqual(['cline.session.no-facts'])
  })

  it('moves a session of Gemini CLI into the folder that the list of projects names, and back by the undo', async () => {
    const { id } = sampleOf('gemini', /weather\/chats\/[^/]+-dd6b3d3f\.jsonl$/)
    renameProject()
    const inGemini = () => Object.entries(theirs(place.home)).filter(([path]) => path.includes('.gemini'))
    const before = inGemini()
    expect(before.length).toBeGreaterThan(10)
    const { session, findings } = await findingsOf(id)
    expect(codes(findings)).toContain('gemini.project.other-folder')
    const { fixes } = await place.call('repair.find', { session })
    expect(fixes).toMatchObject([
      { id: 'folder', findings: ['gemini.project.other-folder'], places: 2, inPlaceOnly: true }
    ])
    await expect(place.call('repair.copy', { session })).rejects.toThrow('only be mended in place')

    const changing = await changingHome('gemini', place.home)
    const { operationId } = await changing.apply(await changing.plan(id, { kind: 'repair', fixes: null }))
    const chats = at('.gemini/tmp/weather-1/chats')
    expect(existsSync(join(chats, 'session-2026-11-29T12-27-dd6b3d3f.jsonl'))).toBe(true)
    expect(existsSync(join(chats, id, '6c849e69-a6df-437f-b236-43b7586ef2c2.jsonl'))).toBe(true)
    await place.scan()
    expect(codes((await place.call('findings.list', { session })).findings)).not.toContain(
      'gemini.project.other-folder'
    )
    await changing.undo(operationId)
    expect(inGemini()).toEqual(before)
  })

  it.each([
    ['belongs to another directory', 'weather-1', '/home/mira/other'],
    ['is named by a way out of its place', '..', null]
  ])('says nothing of a second folder of Gemini CLI that %s', async (_, name, owner) => {
    const { id } = sampleOf('gemini', /weather\/chats\/[^/]+-dd6b3d3f\.jsonl$/)
    renameProject(name)
    if (owner !== null) writeFileSync(at('.gemini/tmp/weather-1/.project_root'), owner)
    const { session, findings } = await findingsOf(id)
    expect(codes(findings)).not.toContain('gemini.project.other-folder')
    expect((await place.call('repair.find', { session })).fixes).toEqual([])
  })

  it('mends the lines of a session of Gemini CLI first, and moves it then', async () => {
    const { id, path } = sampleOf('gemini', /weather\/chats\/[^/]+-dd6b3d3f\.jsonl$/)
    renameProject()
    appendFileSync(at(path), '{"torn')
    const changing = await changingHome('gemini', place.home)
    const moved = at('.gemini/tmp/weather-1/chats/session-2026-11-29T12-27-dd6b3d3f.jsonl')
    await changing.apply(await changing.plan(id, { kind: 'repair', fixes: null }))
    expect(readFileSync(at(path), 'utf8')).not.toContain('{"torn')
    await changing.apply(await changing.plan(id, { kind: 'repair', fixes: null }))
    expect([existsSync(at(path)), existsSync(moved)]).toEqual([false, true])
  })
})
