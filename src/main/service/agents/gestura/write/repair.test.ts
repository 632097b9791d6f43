import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { changingHome, theirs } from '../../../restore/testing/changing-home'
import { adapter } from '../adapter'
import { placesOf } from '../places'
import { listDocuments, stemOf } from '../reading/folder-names'
import { listCheckpointMetadata } from '../store/checkpoint-store'
import { loadSession } from '../store/session-store'
import { fixtureHome, readingAt, sourceAt } from '../testing/fixture-home'
import { repair } from './repair'

const badHomes = fileURLToPath(new URL('../../../../../../e2e/fixtures/core/gestura-bad/', import.meta.url))

/** The bad homes hold one session and one checkpoint that is or is not fit. */
async function mended(name: string) {
  const home = fixtureHome(`gestura-bad/${name}`)
  const place = await changingHome('gestura', home)
  const places = placesOf(place.source)
  const [id = 'none'] = listDocuments(places.liveSessions).names.map(stemOf)
  const before = theirs(home)
  const plan = await place.plan(id, { kind: 'repair', fixes: null })
  const result = await place.apply(plan)
  return { home, place, places, id, before, plan, result }
}

describe('repair of a home of gestura', () => {
  it.each(['checkpoint-bom', 'checkpoint-lone-surrogate', 'checkpoint-not-utf8'])(
    'gestura-22 C5 mends the characters of %s, so that gestura lists its checkpoints again, this one among them',
    async (name) => {
      const { home, place, places, before, result } = await mended(name)
      const listed = listCheckpointMetadata(places.checkpoints)
      expect(listed).toMatchObject({ ok: true, value: [{ label: 'good' }, { label: 'odd one' }] })
      await place.undo(result.operationId)
      expect(theirs(home)).toEqual(before)
    }
  )

  it.each(['checkpoint-truncated', 'checkpoint-empty-file', 'checkpoint-depth-128', 'checkpoint-id-not-uuid'])(
    'gestura-22 sets %s aside, so that gestura lists the others, and the undo brings it back',
    async (name) => {
      const { home, place, places, before, result, plan } = await mended(name)
      expect(plan.steps).toMatchObject([{ action: 'remove', what: 'checkpoint' }])
      expect(listCheckpointMetadata(places.checkpoints)).toMatchObject({ ok: true, value: [{ label: 'good' }] })
      await place.undo(result.operationId)
      expect(theirs(home)).toEqual(before)
      expect(listCheckpointMetadata(places.checkpoints).ok).toBe(false)
    }
  )

  it('gestura-22 gives a checkpoint the name of the id in it', async () => {
    const { places, plan } = await mended('checkpoint-id-not-file-name')
    expect(plan.steps.map(({ action }) => action)).toEqual(['create', 'remove'])
    expect(existsSync(join(places.checkpoints, '219e7d7e-41b0-4401-9e8f-c5e36c189205.json'))).toBe(true)
  })

  it('gives a session the name of the id in it, so that gestura opens it, and the undo gives the old one back', async () => {
    const home = fixtureHome('gestura-bad/session-id-not-file-name')
    const place = await changingHome('gestura', home)
    const { liveSessions } = placesOf(place.source)
    const idIn = (name: string) => (JSON.parse(readFileSync(join(liveSessions, name), 'utf8')) as { id: string }).id
    const misnamed = listDocuments(liveSessions).names.find((name) => name !== `${idIn(name)}.json`) ?? ''
    const id = idIn(misnamed)
    const before = theirs(home)
    const { operationId } = await place.apply(await place.plan(id, { kind: 'repair', fixes: null }))
    expect(existsSync(join(liveSessions, misnamed))).toBe(false)
    expect(loadSession(liveSessions, id).ok).toBe(true)
    await place.undo(operationId)
    expect(theirs(home)).toEqual(before)
  })

  it('C5 mends a session that begins with a byte order mark; every other byte stays', async () => {
    const { places, id, before, home } = await mended('session-bom')
    expect(loadSession(places.liveSessions, id).ok).toBe(true)
    const path = join(places.liveSessions, `${id}.json`)
    const was = before[path.slice(home.length + 1)] ?? ''
    expect(was).not.toBe('')
    expect(readFileSync(path).subarray(0, 1).toString()).toBe('{')
  })

  it('says so where gestura would not take what could be mended', async () => {
    const home = fixtureHome('gestura-bad/session-empty-file')
    const place = await changingHome('gestura', home)
    const [id = ''] = listDocuments(placesOf(place.source).liveSessions).names.map(stemOf)
    await expect(place.plan(id, { kind: 'repair', fixes: null })).rejects.toMatchObject({
      failure: { code: 'refused' }
    })
  })

  it.each(readdirSync(badHomes).filter((name) => name.startsWith('checkpoint-')))(
    'gestura-22 each finding about the file of a checkpoint in %s has its own mending',
    async (name) => {
      const home = fixtureHome(`gestura-bad/${name}`)
      const source = sourceAt(home)
      const [id = 'none'] = listDocuments(placesOf(source).liveSessions).names.map(stemOf)
      const fixes = (await repair.find(source, id, readingAt())).flatMap((mending) => mending.fixes)
      const said = []
      for await (const step of adapter.scan(source, { fingerprint: () => undefined }, readingAt()))
        if (step.type === 'unit') said.push(...step.findings)
      const about = said.filter(({ code }) => /^gestura\.checkpoint\.(?:refused|unreadable|file-name)$/.test(code))
      for (const { code, where = '' } of about.filter(({ where: path = '' }) => statSync(path).isFile())) {
        const own = fixes.filter(
          (fix) => fix.findings.includes(code) && fix.where.some((place) => place.startsWith(where))
        )
        expect(own.map((fix) => [code, fix.places])).not.toEqual([])
      }
    }
  )
})
