import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OpenedSession } from '../agents/adapter'
import { HomeService } from '../testing/home-service'
import { heldPiece } from './held-reading'

const open: HomeService[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const place of open.splice(0)) await place.close()
})

const megabyte = 1024 * 1024

async function homeWithPrompt(text: string, image = ''): Promise<HomeService> {
  const place = new HomeService()
  open.push(place)
  const source = { type: 'base64', media_type: 'image/png', data: image }
  place.put('.claude/projects/-home-dev-x/long-1.jsonl', [
    {
      sessionId: 'long-1',
      cwd: '/home/dev/x',
      version: '2.1.0',
      isSidechain: false,
      type: 'user',
      uuid: 'u1',
      parentUuid: null,
      timestamp: '2026-11-29T10:00:00.000Z',
      message: { role: 'user', content: [{ type: 'text', text }, ...(image === '' ? [] : [{ type: 'image', source }])] }
    }
  ])
  await place.open()
  await place.scan()
  return place
}

/** Counts how often a text of more than a megabyte is parsed. */
function countParsing(): () => number {
  const parse = vi.spyOn(JSON, 'parse')
  return () => parse.mock.calls.filter(([text]) => String(text).length > megabyte).length
}

async function piecesOf(place: HomeService, name: 'transcript.text' | 'transcript.raw'): Promise<string[]> {
  const session = await place.ref('long-1')
  const page = await place.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 1 })
  const entry = page.entries[0]?.id ?? ''
  const pieces: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const piece: { text: string; next: number | null } =
      name === 'transcript.text'
        ? await place.call(name, { session, entry, field: 'text', offset })
        : await place.call(name, { session, entry, offset })
    pieces.push(piece.text)
    offset = piece.next
  }
  return pieces
}

describe('heldPiece', () => {
  it('holds what it reads until the last piece, another key or a failure', async () => {
    const session = {} as OpenedSession
    let readings = 0
    const ask = (key: string, offset: number, fails = false) =>
      heldPiece(
        session,
        key,
        async () => {
          readings += 1
          return 'abc'
        },
        (text) => {
          if (fails) throw new Error('no such piece')
          return { text: text.charAt(offset), next: offset < 2 ? offset + 1 : null }
        }
      )
    for (const offset of [0, 1, 2]) expect((await ask('a', offset)).text).toBe('abc'.charAt(offset))
    expect(readings).toBe(1)
    await ask('a', 0)
    expect(readings).toBe(2)
    await ask('b', 0)
    await ask('a', 0)
    expect(readings).toBe(4)
    await expect(ask('a', 1, true)).rejects.toThrow('no such piece')
    await ask('a', 1)
    expect(readings).toBe(5)
  })

  it('parses an entry a few times, however many pieces its text is asked for in', async () => {
    const text = 'weather '.repeat((8 * megabyte) / 8)
    const place = await homeWithPrompt(text)
    const parsed = countParsing()
    const pieces = await piecesOf(place, 'transcript.text')
    expect(pieces.join('') === text).toBe(true)
    expect(pieces.length).toBeGreaterThanOrEqual(32)
    expect(parsed()).toBeGreaterThan(0)
    expect(parsed()).toBeLessThanOrEqual(4)
  })

  it('does the same for native records, images and exports', async () => {
    const image = Buffer.alloc(3 * megabyte, 7).toString('base64')
    const place = await homeWithPrompt('weather '.repeat((4 * megabyte) / 8), image)
    const parsed = countParsing()
    expect((await piecesOf(place, 'transcript.raw')).length).toBeGreaterThan(20)
    expect(parsed()).toBeLessThan(8)
    const path = join(place.home, 'out.json')
    await place.call('export.make', { session: await place.ref('long-1'), format: 'json', images: true, path })
    expect(parsed()).toBeLessThan(16)
    const { entries } = JSON.parse(readFileSync(path, 'utf8')) as {
      entries: [{ text: string; images: [{ base64: string }] }]
    }
    expect([entries[0].text.length, entries[0].images[0].base64 === image]).toEqual([4 * megabyte, true])
  })

  it('gives the new text of a session that changed between two pieces', async () => {
    const place = await homeWithPrompt('weather '.repeat(megabyte / 8))
    const session = await place.ref('long-1')
    const page = await place.call('transcript.page', { session, from: 'start', direction: 'forward', limit: 1 })
    const entry = page.entries[0]?.id ?? ''
    const piece = (offset: number) => place.call('transcript.text', { session, entry, field: 'text', offset })
    expect((await piece(0)).text.startsWith('weather weather')).toBe(true)
    const file = join(place.home, '.claude/projects/-home-dev-x/long-1.jsonl')
    const changed = readFileSync(file, 'utf8').replaceAll('weather ', 'climate ')
    place.put('.claude/projects/-home-dev-x/long-1.jsonl', [{ ...JSON.parse(changed), note: 'longer' }])
    expect((await piece(256 * 1024)).text.startsWith('climate climate')).toBe(true)
  })
})
