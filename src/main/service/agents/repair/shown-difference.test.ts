import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TextDifference } from '@shared/domain/diff'
import Sqlite from 'better-sqlite3'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { HomeService } from '../../testing/home-service'
import { addEverySample, sampleRows } from '../conformance/every-sample'

const core = fileURLToPath(new URL('../../../../../e2e/fixtures/core/', import.meta.url))

let place: HomeService
beforeEach(() => {
  place = new HomeService()
  onTestFinished(() => place.close())
})

/** What the first step of mending everything in a session would change. */
async function difference(id: string): Promise<TextDifference> {
  await place.open()
  await place.scan()
  const plan = await place.call('plan.make', { kind: 'repair', session: await place.ref(id), fixes: null })
  const step = plan.steps[0]?.id ?? ''
  return place.call('compare.step', { planId: plan.planId, step, offset: 0 })
}

const lines = ({ rows }: TextDifference, sign: '+' | '-') =>
  rows.flatMap((row) => (row.kind === 'line' && row.sign === sign ? [row.parts.map(({ text }) => text).join('')] : []))

describe('the difference that a mending makes', () => {
  it('C1 is shown as text for a file with NUL bytes and bytes that are no UTF-8, however large the block is', async () => {
    addEverySample(place.home)
    const row = sampleRows.find(({ agent, path }) => agent === 'codex' && path.includes('/sessions/'))
    const file = join(place.home, row?.path ?? '')
    const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n')
    const block = Buffer.alloc(20 * 1024 * 1024)
    const torn = Buffer.from([0xff, 0xfe, 0x7b, 0x0a])
    writeFileSync(
      file,
      Buffer.concat([Buffer.from(`${first}\n`), block, Buffer.from('\n'), torn, Buffer.from(rest.join('\n'))])
    )
    const shown = await difference(row?.id ?? '')
    expect(shown.state).toBe('text')
    expect(lines(shown, '-')).toEqual([`␀[${block.length} NUL bytes]`, '\ufffd\ufffd{'])
    expect(lines(shown, '+')).toEqual([])
  })

  it('is shown column by column for rows of tact', async () => {
    cpSync(join(core, 'tact-unquoted-effort'), place.home, { recursive: true })
    await place.open()
    await place.scan()
    const [source] = (await place.call('sources.list', {})).sources.filter(({ agent }) => agent === 'tact')
    const id = source?.findings.find(({ code }) => code === 'tact.session.unquoted')?.where ?? ''
    const shown = await difference(id)
    expect(shown.state).toBe('text')
    expect(lines(shown, '-')).toHaveLength(1)
    expect(lines(shown, '+').join()).toMatch(/^ {2}effort: "[a-z]+"$/)
  })

  it('is shown row by row for a record that is taken out of opencode', async () => {
    addEverySample(place.home)
    const id = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
    const database = new Sqlite(join(place.home, '.local/share/opencode/opencode.db'))
    const [part] = database.prepare('select id from part where session_id = ? order by id').pluck().all(id)
    database.prepare('update part set data = ? where id = ?').run('{"type":"te', part)
    database.close()
    const shown = await difference(id)
    expect(lines(shown, '-')).toContain(`part ${part}`)
    expect(lines(shown, '-')).toContain('  data: {"type":"te')
    expect(lines(shown, '+')).toEqual([])
  })
})
