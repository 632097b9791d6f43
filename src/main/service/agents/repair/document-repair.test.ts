import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ChangingHome, changingHome } from '../../restore/testing/changing-home'
import { readingFor } from '../conformance/browse'
import { addEverySample, sampleRows } from '../conformance/every-sample'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'reprise-documents-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
})

const all = { kind: 'repair', fixes: null } as const

async function clineSession() {
  addEverySample(home)
  const row = sampleRows.find(({ agent, toolCalls }) => agent === 'cline' && toolCalls > 0)
  if (row === undefined) throw new Error('no sample of Cline')
  return { id: row.id, file: join(home, row.path), place: await changingHome('cline', home) }
}

const isRead = (place: ChangingHome, id: string) =>
  place.adapter.open(place.source, id, readingFor()).then(
    (session) => {
      session.close()
      return true
    },
    () => false
  )

describe('documentRepair', () => {
  it('takes out of a conversation of Cline what a rewrite left behind its end, so that it can be read again, and undoes that', async () => {
    const { id, file, place } = await clineSession()
    const sound = readFileSync(file)
    const damaged = Buffer.concat([sound, Buffer.from('"left": [1]}'), Buffer.alloc(4096)])
    writeFileSync(file, damaged)
    expect(await isRead(place, id)).toBe(false)
    const plan = await place.plan(id, all)
    expect(plan.cannot.map(({ what }) => what)).toEqual([
      `${damaged.length - sound.length} bytes behind the end of the document`
    ])
    const { operationId } = await place.apply(plan)
    expect(readFileSync(file).equals(sound)).toBe(true)
    expect(await isRead(place, id)).toBe(true)
    await place.undo(operationId)
    expect(readFileSync(file).equals(damaged)).toBe(true)
  })

  it('C4 C5 mends the characters of a conversation of Cline and of the facts beside it', async () => {
    const { id, file, place } = await clineSession()
    const facts = file.replace('.messages.json', '.json')
    const [sound, noted] = [readFileSync(file, 'utf8'), readFileSync(facts, 'utf8')]
    writeFileSync(
      file,
      `\ufeff${sound.replace('"text": "', '"text": "\t\\ud800').replace('"text":"', '"text":"\t\\ud800')}`
    )
    writeFileSync(facts, noted.replace('"prompt": "', '"prompt": "\u0001').replace('"prompt":"', '"prompt":"\u0001'))
    const plan = await place.plan(id, all)
    expect(plan.steps.map(({ path }) => path).sort()).toEqual([facts, file].sort())
    await place.apply(plan)
    const mended = readFileSync(file, 'utf8')
    expect(JSON.parse(mended)).toEqual(JSON.parse(sound.replace(/("text": ?")/, '$1\\t\\ufffd')))
    expect(JSON.parse(readFileSync(facts, 'utf8'))).toEqual(JSON.parse(noted.replace(/("prompt": ?")/, '$1\\u0001')))
  })

  it.each(['', '\ufeff'])('offers nothing for a document that is cut off in the middle, behind %j', async (mark) => {
    const { id, file, place } = await clineSession()
    writeFileSync(file, Buffer.concat([Buffer.from(mark), readFileSync(file).subarray(0, -100)]))
    await expect(place.plan(id, all)).rejects.toMatchObject({
      failure: { code: 'refused', message: expect.stringContaining('no damage') }
    })
  })

  it('C5 mends a document of an earlier Gemini CLI', async () => {
    addEverySample(home)
    const id = '01a22751-0000-4000-8000-00000000000b'
    const file = join(home, '.gemini/tmp/weather/chats/session-2025-11-29T12-27-01a22751.json')
    mkdirSync(dirname(file), { recursive: true })
    const messages = [{ id: 'm1', timestamp: '2025-11-29T12:27:00.000Z', type: 'user', content: 'half of #' }]
    const about = {
      sessionId: id,
      projectHash: '',
      startTime: '2025-11-29T12:27:00.000Z',
      lastUpdated: '2025-11-29T12:27:00.000Z'
    }
    const text = JSON.stringify({ ...about, messages })
    writeFileSync(file, `${text.replace('#', '\\udc00')}\0\0\0`)
    const place = await changingHome('gemini', home)
    await place.apply(await place.plan(id, all))
    expect(readFileSync(file, 'utf8')).toBe(text.replace('#', '\\ufffd'))
  })
})
