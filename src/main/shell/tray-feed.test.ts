import type { SessionActivity } from '@shared/domain/activity'
import type { SessionSummary } from '@shared/domain/session'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Ask, TrayFeed } from './tray-feed'
import type { TrayState } from './tray-menu'

const summary = (id: string): SessionSummary => ({
  ...{ source: 'pi:/h', agent: 'pi', id, title: id, workspace: null, startedAt: 1, updatedAt: 1, entries: 1 },
  ...{ checkpoints: 0, resumable: true, findings: 0, state: 'ok' }
})

/** A service that answers from these, and counts what it was asked. */
class Service {
  rows: SessionSummary[] = [summary('a')]
  activity: SessionActivity | null = 'running'
  away = false
  readonly asked: string[] = []
  readonly ask: Ask = (async (name: string, input: { query?: { leaving?: boolean } }) => {
    this.asked.push(name)
    if (this.away) return { ok: false, traceId: '', error: { code: 'service.restarted', message: '' } }
    const activities = this.rows.map(({ source, id }) => ({ session: { source, id }, activity: this.activity }))
    if (name === 'sessions.activity') return { ok: true, traceId: '', value: { activities } }
    const value = input.query?.leaving ? { total: 2, rows: [] } : { total: this.rows.length, rows: this.rows }
    return { ok: true, traceId: '', value }
  }) as never
}

let service: Service
let states: TrayState[]
let feed: TrayFeed
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  service = new Service()
  states = []
  feed = new TrayFeed({ ask: service.ask, platform: 'linux', onChange: (state) => void states.push(state) })
})
afterEach(() => {
  feed.stop()
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(500)
const last = () => states.at(-1)
const seen = () => last()?.sessions.map(({ session, activity }) => [session.id, activity])

describe('TrayFeed', () => {
  it('asks for the newest sessions and what is done with them, and says so', async () => {
    feed.start()
    expect(last()).toMatchObject({ known: false, sessions: [] })
    await settle()
    expect(last()).toMatchObject({ known: true, leaving: 2, now: 1_000_000 })
    expect(seen()).toEqual([['a', 'running']])
  })

  it('follows a change of the catalog well within a second, many changes with one look', async () => {
    feed.start()
    await settle()
    service.asked.length = 0
    service.rows = [summary('b'), summary('a')]
    for (let revision = 0; revision < 20; revision++) feed.heard('catalog.changed', { revision, sessions: null })
    await settle()
    expect(seen()?.map(([id]) => id)).toEqual(['b', 'a'])
    expect(service.asked).toEqual(['sessions.page', 'sessions.page', 'sessions.activity'])
  })

  it('asks each minute, since ages grow and a process ends without a word', async () => {
    feed.start()
    await settle()
    service.activity = null
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen()).toEqual([['a', null]])
    expect(last()?.now).toBeGreaterThanOrEqual(1_060_000)
  })

  it('leaves the ends of sessions alone during a scan, and reads them after it', async () => {
    feed.heard('scan.progress', { running: true })
    feed.start()
    await settle()
    expect(seen()).toEqual([['a', null]])
    expect(service.asked).not.toContain('sessions.activity')
    feed.heard('scan.progress', { running: false })
    await settle()
    expect(seen()).toEqual([['a', 'running']])
  })

  it('keeps what was known while the service starts again', async () => {
    feed.start()
    await settle()
    service.away = true
    feed.heard('catalog.changed', { revision: 2, sessions: null })
    await settle()
    expect(seen()).toEqual([['a', 'running']])
    service.away = false
    service.rows = []
    feed.heard('service.state', { state: 'ready' })
    await settle()
    expect(seen()).toEqual([])
  })

  it('asks nothing where there is no tray', async () => {
    feed.heard('catalog.changed', { revision: 1, sessions: null })
    feed.set({ paused: true, keys: 'Alt+R' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect([service.asked, states]).toEqual([[], []])
    feed.start()
    expect(last()).toMatchObject({ paused: true, keys: 'Alt+R' })
  })
})
