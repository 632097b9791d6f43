import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { changingHome, theirs } from '../../../restore/testing/changing-home'
import { askDatabase, changeDatabase, dumpOf } from '../testing/dump'
import { removeDatabase, writeJsonFiles } from '../testing/json-store'
import { dataOf, removeHomes, sampleHome } from '../testing/samples'

afterAll(removeHomes)

const turns = 'ses_dd8bb9167ffe1JgehSW6pzAr9b'
const all = { kind: 'repair', fixes: null } as const

const idsOf = (home: string, table: 'message' | 'part', where = '1') =>
  askDatabase(home, `SELECT id FROM ${table} WHERE session_id = '${turns}' AND ${where} ORDER BY id`).map(({ id }) =>
    String(id)
  )

/** What opencode parses whenever it loads the session. */
function unparsed(home: string): number {
  const rows = ['message', 'part'].flatMap((table) =>
    askDatabase(home, `SELECT data FROM ${table} WHERE session_id = '${turns}'`)
  )
  return rows.filter(({ data }) => {
    try {
      return typeof JSON.parse(String(data)) !== 'object'
    } catch {
      return true
    }
  }).length
}

describe('repair of rows of opencode', () => {
  it('takes out a message and a part that are no JSON, with the parts of the message, and the undo brings all of it back', async () => {
    const home = sampleHome()
    const [, message = ''] = idsOf(home, 'message')
    const own = idsOf(home, 'part', `message_id = '${message}'`)
    const [part = ''] = idsOf(home, 'part', `message_id <> '${message}'`)
    expect(own.length).toBeGreaterThan(0)
    const [messages, parts] = [idsOf(home, 'message'), idsOf(home, 'part')]
    changeDatabase(home, 'UPDATE message SET data = ? WHERE id = ?', '{"role":"assis', message)
    changeDatabase(home, 'UPDATE part SET data = ? WHERE id = ?', '', part)
    const damaged = dumpOf(home)
    const place = await changingHome('opencode', home)
    const plan = await place.plan(turns, all)
    expect(plan.notes.join()).toContain(`(${own.length + 2} places)`)
    expect(plan.cannot).toHaveLength(1)
    const { operationId, verified } = await place.apply(plan)
    expect(verified).toBe(true)
    expect(unparsed(home)).toBe(0)
    expect(idsOf(home, 'message')).toEqual(messages.filter((id) => id !== message))
    expect(idsOf(home, 'part')).toEqual(parts.filter((id) => id !== part && !own.includes(id)))
    await place.undo(operationId)
    expect(dumpOf(home)).toEqual(damaged)
  })

  it('C4 C5 mends the characters of a record, and loses nothing by it', async () => {
    const home = sampleHome()
    const [part = ''] = idsOf(home, 'part', `data LIKE '%"type":"text"%'`)
    const sound = askDatabase(home, 'SELECT data FROM part WHERE id = ?', part)[0]?.data as string
    changeDatabase(
      home,
      'UPDATE part SET data = ? WHERE id = ?',
      `\ufeff${sound.replace('"text":"', '"text":"\t\\ud800')}`,
      part
    )
    const place = await changingHome('opencode', home)
    const plan = await place.plan(turns, all)
    expect(plan.cannot).toEqual([])
    await place.apply(plan)
    const [{ data } = {}] = askDatabase(home, 'SELECT data FROM part WHERE id = ?', part)
    expect(data).toBe(sound.replace('"text":"', '"text":"\\t\\ufffd'))
  })

  it("empties what a session notes of itself and is no JSON, which makes opencode's whole list fail", async () => {
    const home = sampleHome()
    const [before] = askDatabase(home, 'SELECT * FROM session WHERE id = ?', turns)
    changeDatabase(home, 'UPDATE session SET model = ? WHERE id = ?', '{"id":"mo', turns)
    const place = await changingHome('opencode', home)
    await place.apply(await place.plan(turns, all))
    expect(askDatabase(home, 'SELECT * FROM session WHERE id = ?', turns)).toEqual([{ ...before, model: null }])
  })

  it('does what is chosen, says what is left, and offers nothing when all is done', async () => {
    const home = sampleHome()
    const [part = ''] = idsOf(home, 'part')
    changeDatabase(home, 'UPDATE part SET data = ? WHERE id = ?', 'no record', part)
    changeDatabase(home, 'UPDATE session SET model = ? WHERE id = ?', 'no model', turns)
    const place = await changingHome('opencode', home)
    await place.apply(await place.plan(turns, { kind: 'repair', fixes: ['rows-columns'] }))
    expect(unparsed(home)).toBe(1)
    await place.apply(await place.plan(turns, { kind: 'repair', fixes: ['rows-records'] }))
    expect(unparsed(home)).toBe(0)
    await expect(place.plan(turns, all)).rejects.toMatchObject({ failure: { code: 'refused' } })
  })
})

describe('repair of files of opencode', () => {
  it('sets torn records aside with the parts of a torn message, mends characters, and can be undone', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [turns], 'current')
    removeDatabase(home)
    const storage = join(dataOf(home), 'storage')
    const [first = '', second = '', third = ''] = readdirSync(join(storage, 'message', turns)).sort()
    const partsOf = (message: string) => join(storage, 'part', message.replace('.json', ''))
    const torn = join(storage, 'message', turns, second)
    const sound = readFileSync(torn, 'utf8')
    writeFileSync(torn, sound.slice(0, sound.length / 2))
    const [tornPart = ''] = readdirSync(partsOf(first))
    writeFileSync(join(partsOf(first), tornPart), '')
    const characters = join(storage, 'message', turns, third)
    const text = readFileSync(characters, 'utf8')
    writeFileSync(characters, `\ufeff${text}\0\0`)
    const damaged = theirs(home)
    const lost = readdirSync(partsOf(second)).length + 2

    const place = await changingHome('opencode', home)
    const plan = await place.plan(turns, all)
    expect(plan.steps.map(({ action }) => action).sort()).toEqual(
      ['replace', ...Array<string>(lost).fill('remove')].sort()
    )
    const { operationId } = await place.apply(plan)
    expect(readFileSync(characters, 'utf8')).toBe(text)
    expect([torn, join(partsOf(first), tornPart)].map((path) => existsSync(path))).toEqual([false, false])
    expect(existsSync(partsOf(second)) ? readdirSync(partsOf(second)) : []).toEqual([])
    await expect(place.plan(turns, all)).rejects.toMatchObject({ failure: { code: 'refused' } })
    await place.undo(operationId)
    expect(theirs(home)).toEqual(damaged)
  })

  it('sets the torn file of a session aside, which keeps opencode from listing any, and the undo brings it back', async () => {
    const home = sampleHome()
    writeJsonFiles(home, [turns], 'current')
    removeDatabase(home)
    const file = join(dataOf(home), 'storage', 'session', 'dccb98fa', `${turns}.json`)
    writeFileSync(file, Buffer.alloc(413))
    const place = await changingHome('opencode', home)
    const { operationId } = await place.apply(await place.plan(turns, all))
    expect(existsSync(file)).toBe(false)
    await place.undo(operationId)
    expect(readFileSync(file).equals(Buffer.alloc(413))).toBe(true)
  })
})
