import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '@shared/domain/plan'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { changingHome, theirs } from '../../restore/testing/changing-home'
import { removeTestHomes } from '../../restore/testing/test-home'
import { HomeService } from '../../testing/home-service'
import { addEverySample, type SampleRow, sampleRows } from '../conformance/every-sample'

afterAll(removeTestHomes)

type LineAgent = 'claude-code' | 'codex' | 'gemini' | 'qwen-code' | 'pi' | 'copilot-cli' | 'droid'
const lineAgents: readonly LineAgent[] = ['claude-code', 'codex', 'gemini', 'qwen-code', 'pi', 'copilot-cli', 'droid']

/** One ordinary session of an agent, as lines in one file. */
function sampleOf(agent: LineAgent): SampleRow {
  const found = sampleRows.find((row) => row.agent === agent && row.path.endsWith('.jsonl') && row.toolCalls > 0)
  if (found === undefined) throw new Error(`no sample of ${agent}`)
  return found
}

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-repair-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  addEverySample(home)
})

describe('repair', () => {
  it('offers nothing for any sound session of any agent', async () => {
    const place = new HomeService()
    onTestFinished(() => place.close())
    addEverySample(place.home)
    await place.open()
    await place.scan()
    const offered = []
    for (const { source, id, title } of await place.list({ gone: false })) {
      const { fixes } = await place.call('repair.find', { session: { source, id } })
      if (fixes.length > 0) offered.push({ title, fixes: fixes.map((fix) => fix.id) })
    }
    expect(offered).toEqual([])
  })

  it.each(lineAgents)(
    'C1 C2 C3 C5 mends a damaged session of %s in place, loses no record, and can be undone',
    async (agent) => {
      const { id, path } = sampleOf(agent)
      const file = join(home, path)
      const sound = readFileSync(file)
      const place = await changingHome(agent, home)
      const [first = '', second = '', ...rest] = sound.toString('utf8').trimEnd().split('\n')
      writeFileSync(file, `${first}\n\0\0\0\0${second}${rest[0]}\n{"half": "of a rec\n${rest.slice(1).join('\n')}\n`)
      appendFileSync(file, '{"type":"torn')
      const damaged = theirs(home)

      const plan = await place.plan(id, { kind: 'repair', fixes: null })
      expect(plan.steps).toMatchObject([{ action: 'replace', path: file }])
      expect(plan.cannot.map(({ what }) => what).join()).toMatch(/not whole/)
      const { operationId, state } = await place.apply(plan)
      expect(state).toBe('done')
      expect(readFileSync(file, 'utf8')).toBe(`${[first, second, ...rest].join('\n')}\n`)

      await place.undo(operationId)
      expect(theirs(home)).toEqual(damaged)
    }
  )

  it('C1 takes a block of 50 MB of NUL bytes out of a session, with the half record before it, and can be undone', async () => {
    const { id, path } = sampleOf('codex')
    const file = join(home, path)
    const sound = readFileSync(file)
    const place = await changingHome('codex', home)
    const block = Buffer.alloc(50 * 1024 * 1024)
    const damaged = Buffer.concat([sound, Buffer.from('{"timestamp":"2026'), block, sound.subarray(0, 1)])
    writeFileSync(file, damaged)
    const { operationId } = await place.apply(await place.plan(id, { kind: 'repair', fixes: null }))
    expect(readFileSync(file).equals(sound)).toBe(true)
    await place.undo(operationId)
    expect(readFileSync(file).equals(damaged)).toBe(true)
  }, 60_000)

  it('does the fixes that are chosen and leaves the others, and refuses one that is gone', async () => {
    const { id, path } = sampleOf('claude-code')
    const file = join(home, path)
    const place = await changingHome('claude-code', home)
    const sound = readFileSync(file, 'utf8')
    writeFileSync(file, `{bad}\n${sound}{"torn`)
    const plan = await place.plan(id, { kind: 'repair', fixes: ['torn'] })
    await place.apply(plan)
    expect(readFileSync(file, 'utf8')).toBe(`{bad}\n${sound}`)
    await expect(place.plan(id, { kind: 'repair', fixes: ['torn'] })).rejects.toMatchObject({
      failure: { code: 'not.found' }
    })
  })

  it('says so where nothing of the session is left', async () => {
    const { id, path } = sampleOf('claude-code')
    const place = await changingHome('claude-code', home)
    rmSync(join(home, path))
    await expect(place.plan(id, { kind: 'repair', fixes: null })).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('belongs to this session alone') }
    })
  })

  it('refuses a sound session, with the reason', async () => {
    const { id } = sampleOf('codex')
    const place = await changingHome('codex', home)
    await expect(place.plan(id, { kind: 'repair', fixes: null })).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('no damage') }
    })
  })

  it.each(['claude-code', 'qwen-code', 'pi', 'copilot-cli'] as const)(
    'C7 hangs a record of %s whose predecessor is gone on the one before it',
    async (agent) => {
      const { id, path } = sampleOf(agent)
      const file = join(home, path)
      const [own, parent] = agent === 'pi' || agent === 'copilot-cli' ? ['id', 'parentId'] : ['uuid', 'parentUuid']
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      const links = lines.flatMap((line, index) => {
        const record = JSON.parse(line) as Record<string, unknown>
        return typeof record[own] === 'string' ? [{ index, id: record[own], parent: record[parent] }] : []
      })
      // In the middle, with a predecessor and a successor that names it.
      const gone = links.find(
        (link, at) => at > 1 && links[at - 1]?.id === link.parent && links[at + 1]?.parent === link.id
      )
      if (gone === undefined) throw new Error('no chain')
      const place = await changingHome(agent, home)
      writeFileSync(file, `${lines.filter((_, index) => index !== gone.index).join('\n')}\n`)
      const plan = await place.plan(id, { kind: 'repair', fixes: null })
      expect(plan.notes.join()).toContain('Hang a record whose predecessor is missing')
      await place.apply(plan)
      const next = JSON.parse(readFileSync(file, 'utf8').split('\n')[gone.index] ?? '') as Record<string, unknown>
      expect(next[parent]).toBe(gone.parent)
    }
  )

  it.each(['claude-code', 'qwen-code', 'pi', 'copilot-cli'] as const)(
    'C3 C7 mends a torn line of %s and the link to what was lost in it in one go',
    async (agent) => {
      const { id, path } = sampleOf(agent)
      const file = join(home, path)
      const [own, parent] = agent === 'pi' || agent === 'copilot-cli' ? ['id', 'parentId'] : ['uuid', 'parentUuid']
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      const links = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
      const lost = links.findIndex(
        (link, at) =>
          at > 1 &&
          typeof link[own] === 'string' &&
          links[at - 1]?.[own] === link[parent] &&
          links[at + 1]?.[parent] === link[own]
      )
      if (lost === -1) throw new Error('no chain')
      const place = await changingHome(agent, home)
      // The record was torn by a crash, and the next one was written behind it.
      const torn = `${lines[lost]?.slice(0, 30)}\0\0\0\0${lines[lost + 1]}`
      writeFileSync(file, `${[...lines.slice(0, lost), torn, ...lines.slice(lost + 2)].join('\n')}\n`)
      const damaged = theirs(home)

      const { operationId } = await place.apply(await place.plan(id, { kind: 'repair', fixes: null }))
      const next = JSON.parse(readFileSync(file, 'utf8').split('\n')[lost] ?? '') as Record<string, unknown>
      expect([next[own], next[parent]]).toEqual([links[lost + 1]?.[own], links[lost - 1]?.[own]])
      await expect(place.plan(id, { kind: 'repair', fixes: null })).rejects.toMatchObject({
        failure: { code: 'refused', message: expect.stringContaining('no damage') }
      })
      await place.undo(operationId)
      expect(theirs(home)).toEqual(damaged)
    }
  )

  it('puts a note in the place of an image that no model takes', async () => {
    const { id, path, cwd } = sampleOf('claude-code')
    const file = join(home, path)
    const sound = readFileSync(file, 'utf8')
    const last = sound
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .findLast(({ uuid }) => uuid)
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(6_000_000) } }
    const own = {
      uuid: '01a22751-0000-4000-8000-00000000000a',
      parentUuid: last?.uuid,
      sessionId: id,
      cwd,
      type: 'user'
    }
    const message = { role: 'user', content: [{ type: 'text', text: 'look' }, image] }
    writeFileSync(file, `${sound}${JSON.stringify({ ...own, message })}\n`)
    const place = await changingHome('claude-code', home)
    await place.apply(await place.plan(id, { kind: 'repair', fixes: ['image'] }))
    const mended = readFileSync(file, 'utf8')
    const content = [
      { type: 'text', text: 'look' },
      { type: 'text', text: '[An image (image/png, 4500000 bytes) was too large here.]' }
    ]
    expect(mended).toBe(`${sound}${JSON.stringify({ ...own, message: { ...message, content } })}\n`)
  })

  it('keeps a mended copy in the library, and leaves what the agent has as it is', async () => {
    const { id, path } = sampleOf('gemini')
    const place = new HomeService()
    onTestFinished(() => place.close())
    addEverySample(place.home)
    const file = join(place.home, path)
    const sound = readFileSync(file, 'utf8')
    writeFileSync(file, `${sound}{bad}\n`)
    await place.open()
    await place.scan()
    const session = await place.ref(id)
    const { fixes } = await place.call('repair.find', { session })
    expect(fixes).toMatchObject([{ id: 'fragment', places: 1, findings: ['record.unreadable.syntax'] }])
    const { checkpoint } = await place.call('repair.copy', { session })
    expect(checkpoint).toMatchObject({ label: 'Mended copy', restorable: true })
    expect(readFileSync(file, 'utf8')).toBe(`${sound}{bad}\n`)
    const page = await place.call('transcript.account', { session: { ...session, checkpoint: checkpoint.id } })
    expect(page.accounting.unreadable).toBe(0)
  })

  it('keeps a mended copy of rows of opencode, with the subagent as it is, and leaves the database alone', async () => {
    const place = new HomeService()
    onTestFinished(() => place.close())
    addEverySample(place.home)
    const [id, subagent] = ['ses_dd8bab493ffeaAlsLixUt25TDC', 'ses_dd8baa87dffey1Rv1sURfzgEw0']
    const path = join(place.home, '.local/share/opencode/opencode.db')
    const database = new Sqlite(path)
    const broken = "update part set data = 'none' where id = (select min(id) from part where session_id = ?)"
    database.prepare(broken).run(id)
    const countOf = (session: string) =>
      database.prepare('select count(*) from part where session_id = ?').pluck().get(session)
    const [own, of] = [countOf(id), countOf(subagent)]
    database.close()
    const damaged = readFileSync(path)
    await place.open()
    await place.scan()
    const session = await place.ref(id)
    const { checkpoint } = await place.call('repair.copy', { session })
    expect(readFileSync(path).equals(damaged)).toBe(true)
    const { accounting } = await place.call('transcript.account', {
      session: { ...session, checkpoint: checkpoint.id }
    })
    expect(accounting.unreadable).toBe(0)
    const plan = await place.call('plan.make', { kind: 'restore', session, checkpoint: checkpoint.id })
    await place.call('plan.apply', { planId: plan.planId, digest: plan.digest, choices: replaceAll(plan) })
    const after = new Sqlite(path, { readonly: true })
    const left = [id, subagent].map((each) =>
      after.prepare('select count(*) from part where session_id = ?').pluck().get(each)
    )
    after.close()
    expect(left).toEqual([Number(own) - 1, of])
  })
})

/** Says to each question of a plan that what is there may go. */
function replaceAll({ conflicts }: Plan): Record<string, string> {
  return Object.fromEntries(conflicts.map(({ id }) => [id, 'replace']))
}
