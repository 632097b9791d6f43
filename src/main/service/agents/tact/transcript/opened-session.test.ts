import { readFileSync, statSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { adapter } from '../adapter'
import { addRecords, addSession, addState, makeDatabase, recorder, sessionA } from '../testing/made-store'
import { allEntries, removeHomes, sampleHome } from '../testing/sample-home'

afterEach(removeHomes)

const png = '89504e470d0a1a0a'

describe('openDatabaseSession', () => {
  it('gives the bytes of images of calls and of prompts', async () => {
    const home = await sampleHome('tact')
    const viewed = await home.open('01a227e0-0ab5-7111-875d-381c9f415c12')
    const card = (await allEntries(viewed)).find((entry) => entry.tool?.name === 'view_image')
    expect(card?.images).toMatchObject([{ mediaType: 'image/png' }])
    const image = await viewed.image(card?.id ?? '', 0)
    expect(Buffer.from(image?.data ?? []).toString('hex')).toMatch(new RegExp(`^${png}`))
    expect(image?.data.length).toBe(card?.images?.[0]?.bytes)
    expect(await viewed.image(card?.id ?? '', 1)).toBeNull()
    const pasted = await home.open('01a227e0-18c9-7bf3-94b0-0b9200eb2b59')
    const [prompt] = await allEntries(pasted)
    expect(prompt).toMatchObject({ kind: 'user', images: [{ mediaType: 'image/png' }] })
    expect((await pasted.image(prompt?.id ?? '', 0))?.mediaType).toBe('image/png')
  })

  it('takes pasted images of sessions before 0.8 from the resume state', async () => {
    const home = await sampleHome(null)
    const database = makeDatabase(home.database)
    addSession(database, { id: sessionA })
    const run = recorder()
    addRecords(database, sessionA, [
      run.started(),
      run.local('user.submitted', { id: 1, text: 'Look [Image #1] here' }),
      run.agent('run.started', {}),
      run.agent('run.completed', {})
    ])
    const url = `data:image/png;base64,${Buffer.from(`${png}00`, 'hex').toString('base64')}`
    const content = [
      { type: 'input_text', text: 'Look ' },
      { type: 'input_image', image_url: url },
      { type: 'input_text', text: ' here' }
    ]
    addState(database, sessionA, { snapshot: { history: [{ type: 'message', role: 'user', content }] } })
    database.close()
    const session = await home.open(sessionA)
    const [prompt] = await allEntries(session)
    expect(prompt?.images).toEqual([{ mediaType: 'image/png', bytes: 9 }])
    expect((await session.image(prompt?.id ?? '', 0))?.data).toHaveLength(9)
  })

  it('gives the records of an entry with their own spelling, those of its hidden script included', async () => {
    const home = await sampleHome('tact')
    const session = await home.open('01a227dc-1948-77e3-bb4e-a12ee0fbf44f')
    const card = (await allEntries(session)).find((entry) => entry.tool?.name === 'exec_command')
    const raw = (await session.raw(card?.id ?? '')).split('\n')
    expect(raw.map((line) => (JSON.parse(line) as { type: string }).type)).toEqual([
      'tool.call',
      'tool.call',
      'tool.result',
      'tool.result'
    ])
    expect(readFileSync(home.database).includes(raw[1] ?? 'nothing')).toBe(true)
    await expect(session.raw('e999999')).rejects.toMatchObject({ failure: { code: 'not.found' } })
    expect(await session.entry('nothing')).toBeNull()
  })

  it('says that the last turn of a killed session has no end, and that it can be resumed all the same', async () => {
    const home = await sampleHome('tact-wal')
    const killed = await home.open('01a227e2-6923-7c90-86ab-515ed88fe047')
    expect(killed.findings.map((finding) => finding.code)).toEqual(['tact.turn.unfinished'])
    expect(killed.summary.resumable).toBe(true)
    const closed = await home.open('01a227e2-5a96-7c62-bfb1-eb0ded7f7b01')
    expect(closed.findings).toEqual([])
  })

  it('looks into a large state only when the session is read as a whole', async () => {
    const home = await sampleHome(null)
    const database = makeDatabase(home.database)
    addSession(database, { id: sessionA })
    addRecords(database, sessionA, [recorder().started()])
    const noise = Array.from({ length: 40_000 }, (_, index) => Math.sin(index).toString(36).slice(4, 12)).join('')
    addState(database, sessionA, { format_version: 3, instructions: noise })
    database.close()
    const session = await home.open(sessionA)
    expect(session.findings).toEqual([])
    const account = await session.account(home.reading.signal, () => undefined)
    expect(account.findings.map((finding) => finding.code)).toEqual(['tact.state.format'])
  })

  it('tact-37 says of the one resume state that the session is at it, and that an earlier point needs a copy', async () => {
    const home = await sampleHome('tact')
    const [state] = await adapter.checkpoints(home.source, '01a227e1-0004-70b1-972c-6940db97c8a7', home.reading)
    expect(state).toMatchObject({ restorable: false, valid: true, findings: [{ code: 'tact.checkpoint.current' }] })
    expect(state?.at).toBe(1_795_965_397_163)
  })

  it('says of a database of another program that it is not one of tact', async () => {
    const home = await sampleHome(null)
    const database = makeDatabase(home.database)
    database.exec('DROP INDEX recent_prompts')
    database.close()
    expect(await adapter.health(home.source, home.reading)).toMatchObject({
      state: 'unreadable',
      findings: [{ code: 'tact.database.schema' }]
    })
    expect(await home.sessions()).toEqual([])
    expect(statSync(home.database).size).toBeGreaterThan(0)
  })
})
