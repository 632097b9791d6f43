import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pictureOf } from '../../../../restore/testing/test-home'
import { checkHealth } from '../../health'
import { sessionFile, walFile } from '../../store/layout'
import { listSessions } from '../../store/list-sessions'
import { loadSnapshot } from '../../store/load-session'
import { previewOpening } from '../../store/opening'
import { walLine } from '../../store/wal-entry'
import { sealedKey } from '../../test-fixtures'
import { change, type EnginePlace, engineOn, failureOf, undo } from '../testing/made-engine'
import { repair } from './repair'
import { logMendings } from './repair-log'

const closed = ['wal-torn', 'wal-unknown-field', 'wal-entry-digest', 'wal-open-intent-corrupt-session']
const contradicting = ['wal-conflict', 'wal-commit-before-intent', 'wal-cross-session']

async function offered(place: EnginePlace) {
  const [id = ''] = listSessions(place.root, null)
  const mendings = await repair.find(place.source, id, place.reading)
  return { id, fixes: mendings.flatMap(({ fixes }) => fixes.map((fix) => fix.id)) }
}

describe('repair of a store of a3s', () => {
  it.each(closed)(
    'a3s-37 a3s-38 opens the log of %s again with its sound lines, and the undo closes it',
    async (name) => {
      const place = engineOn(name)
      expect(previewOpening(place.root, 'strict', null).ok).toBe(false)
      const before = pictureOf(place.root)
      const { id, fixes } = await offered(place)
      expect(fixes.length).toBeGreaterThan(0)
      const { result } = await change(place, id, { kind: 'repair', fixes: null })
      expect(previewOpening(place.root, 'strict', null).ok).toBe(true)
      await undo(place, result.operationId)
      expect(withoutLock(pictureOf(place.root))).toEqual(withoutLock(before))
    }
  )

  it.each(contradicting)('a3s-39 sets the log of %s aside, as the recovering open of the crate does', async (name) => {
    const place = engineOn(name)
    const { id, fixes } = await offered(place)
    expect(fixes).toEqual(['log-aside'])
    const { result } = await change(place, id, { kind: 'repair', fixes: null })
    expect(existsSync(walFile(place.root))).toBe(false)
    expect(previewOpening(place.root, 'strict', null).ok).toBe(true)
    await undo(place, result.operationId)
    expect(existsSync(walFile(place.root))).toBe(true)
  })

  it('a3s-40 ends the last line of a log', async () => {
    const place = engineOn('wal-no-final-newline')
    const { id, fixes } = await offered(place)
    expect(fixes).toEqual(['log-end'])
    const before = readFileSync(walFile(place.root), 'utf8')
    await change(place, id, { kind: 'repair', fixes: null })
    expect(readFileSync(walFile(place.root), 'utf8')).toBe(`${before}\n`)
  })

  it('C5 mends the characters of a session, and logs it as a new generation', async () => {
    const place = engineOn('weather')
    const id = 'barometer-7f3a1c'
    const path = sessionFile(place.root, id)
    writeFileSync(path, `\ufeff${readFileSync(path, 'utf8')}`)
    expect(loadSnapshot(place.root, id, null).ok).toBe(false)
    await change(place, id, { kind: 'repair', fixes: null })
    expect(loadSnapshot(place.root, id, null).ok).toBe(true)
    expect(previewOpening(place.root, 'strict', null).ok).toBe(true)
  })

  it('does only what was chosen: a store that would still not open is left as it was', async () => {
    const place = engineOn('wal-open-intent-corrupt-session')
    appendFileSync(walFile(place.root), '{"schema":')
    const before = readFileSync(walFile(place.root), 'utf8')
    const { id, fixes } = await offered(place)
    expect(fixes).toEqual(['log-lines', 'log-intents'])
    const failure = await failureOf(change(place, id, { kind: 'repair', fixes: ['log-lines'] }))
    expect(failure.code).toBe('verify.failed')
    expect(readFileSync(walFile(place.root), 'utf8')).toBe(before)
    await change(place, id, { kind: 'repair', fixes })
    expect(previewOpening(place.root, 'strict', null).ok).toBe(true)
  })

  it.each([...closed, ...contradicting, 'wal-no-final-newline'])(
    'a3s-37 a3s-39 a3s-40 what is said of the log of %s is answered by a mending',
    async (name) => {
      const place = engineOn(name)
      const { findings } = checkHealth(place.source, null)
      const said = findings.filter(({ code, severity }) => code.startsWith('a3s.log.') && severity !== 'info')
      const [id = ''] = listSessions(place.root, null)
      const answered = (await repair.find(place.source, id, place.reading)).flatMap(({ fixes }) =>
        fixes.flatMap((fix) => fix.findings)
      )
      expect(said.length).toBeGreaterThan(0)
      expect(answered).toEqual(expect.arrayContaining(said.map(({ code }) => code)))
    }
  )

  it('a3s-38 offers nothing of a log whose announced session is sealed, without its key or with another', async () => {
    const place = engineOn('sealed')
    const id = 'sealed-one'
    const entry = { sequence: 900n, sessionId: id, snapshotDigest: `sha256:${'a'.repeat(64)}`, recordedAtMs: 1n }
    appendFileSync(walFile(place.root), `${walLine({ ...entry, phase: 'intent' })}\n`)
    expect(previewOpening(place.root, 'strict', sealedKey).ok).toBe(true)
    for (const key of [null, Buffer.alloc(32)]) {
      expect(logMendings(place.source, { key })).toEqual([])
      const [said] = checkHealth(place.source, key).findings.filter(({ code }) => code.startsWith('a3s.log.'))
      expect(said?.can).toContain('key')
    }
  })

  it.each(['{"schema":"a3s.code.session-store-wal-entry.v2","more":1}', null])(
    'offers nothing of a log that a newer a3s wrote into, and says so (%s)',
    async (line) => {
      const place = engineOn('wal-torn')
      const first = readFileSync(walFile(place.root), 'utf8').split('\n')[0] ?? ''
      appendFileSync(walFile(place.root), `\n${line ?? first.replace('wal-entry.v1', 'wal-entry.v2')}\n`)
      expect((await offered(place)).fixes).toEqual([])
      writeFileSync(walFile(place.root), `${line ?? first.replace('wal-entry.v1', 'wal-entry.v2')}\n`)
      const [said] = checkHealth(place.source, null).findings.filter(({ code }) => code.startsWith('a3s.log.'))
      expect(said).toMatchObject({ code: 'a3s.log.wal-entry-newer', can: expect.stringContaining('newer a3s') })
    }
  )

  it('says of each mending of the log that no copy of a session holds it', async () => {
    for (const name of [...closed, ...contradicting, 'wal-no-final-newline']) {
      const fixes = logMendings(engineOn(name).source, { key: null }).flatMap((mending) => mending.fixes)
      expect(fixes.length).toBeGreaterThan(0)
      expect(fixes.every(({ inPlaceOnly }) => inPlaceOnly)).toBe(true)
    }
  })

  it('offers nothing for a sound store', async () => {
    for (const name of ['weather', 'wal-empty', 'wal-crlf', 'wal-odd-but-valid', 'wal-intent-renamed', 'lease']) {
      expect([name, (await offered(engineOn(name))).fixes]).toEqual([name, []])
    }
  })
})

function withoutLock(picture: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(picture).filter(([path]) => !path.endsWith('.lock')))
}
