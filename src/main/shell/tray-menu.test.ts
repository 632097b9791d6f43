import type { SessionSummary } from '@shared/domain/session'
import { describe, expect, it } from 'vitest'
import { type TrayItem, type TraySession, type TrayState, trayIconState, trayMenu } from './tray-menu'

const hour = 3_600_000
const now = Date.UTC(2026, 10, 26, 12)

function session(id: string, more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    source: 'pi:/h',
    agent: 'pi',
    id,
    title: `Title ${id}`,
    workspace: '/home/mira/code/weather',
    startedAt: now - 4 * hour,
    updatedAt: now - 3 * hour,
    entries: 2,
    checkpoints: 0,
    resumable: true,
    findings: 0,
    state: 'ok',
    ...more
  }
}

const idle = (one: SessionSummary): TraySession => ({ session: one, activity: null })

function state(sessions: readonly TraySession[], more: Partial<TrayState> = {}): TrayState {
  const rest = { known: true, now, paused: false, scanning: false, leaving: 0, keys: null, platform: 'linux' } as const
  return { sessions, ...rest, ...more }
}

const labels = (items: readonly TrayItem[]) => items.map((item) => ('separator' in item ? '—' : item.label))
const line = (items: readonly TrayItem[], start: string) => {
  const found = items.find((item) => 'label' in item && item.label.startsWith(start))
  if (found === undefined || 'separator' in found) throw new Error(`there is no line ${start}`)
  return found
}

describe('trayMenu', () => {
  it('lists sessions with agent, title, workspace, age and state, and what else can be done', () => {
    const sessions = [
      { session: session('a', { agent: 'claude-code', updatedAt: now - 20_000 }), activity: 'running' },
      { session: session('b', { agent: 'tact', updatedAt: now - 5 * 60_000 }), activity: 'waiting' },
      { session: session('c', { workspace: null }), activity: 'done' },
      { session: session('d', { workspace: 'C:\\Users\\Mira\\site', updatedAt: null }), activity: 'failed' },
      idle(session('e', { updatedAt: now - 15 * 24 * hour }))
    ] as const
    expect(labels(trayMenu(state(sessions, { leaving: 3 })))).toEqual([
      'Recent sessions',
      'Claude Code: Title a · weather · now · running',
      'tact: Title b · weather · 5 min · waiting for you',
      'pi: Title c · 3 h · done',
      'pi: Title d · site · failed',
      'pi: Title e · weather · 2 w',
      '—',
      'Open in Reprise',
      'Copy resume command',
      'Show session file',
      'Keep a copy',
      '—',
      'Open Reprise',
      'Resume another session…',
      '3 sessions leave within a week…',
      '—',
      'Pause indexing',
      '—',
      'Quit Reprise'
    ])
  })

  it('a click resumes, and the submenus open and keep the same sessions', () => {
    const menu = trayMenu(state([idle(session('a')), idle(session('b'))]))
    const ref = { source: 'pi:/h', id: 'b' }
    expect(line(menu, 'pi: Title b').action).toEqual({ do: 'resume', session: ref })
    expect(line(line(menu, 'Open in').submenu ?? [], 'Title b').action).toEqual({ do: 'open', session: ref })
    expect(line(line(menu, 'Keep').submenu ?? [], 'Title b').action).toEqual({ do: 'keep', session: ref })
    expect(labels(line(menu, 'Keep').submenu ?? [])).toEqual(['Title a', 'Title b'])
    expect(line(line(menu, 'Show session').submenu ?? [], 'Title b').action).toEqual({ do: 'file', session: ref })
  })

  it('offers the command of those that may be resumed, and a restore of those with checkpoints', () => {
    const sessions = [session('a', { resumable: false, checkpoints: 4 }), session('b', { resumable: null })].map(idle)
    const menu = trayMenu(state(sessions))
    const inMenu = (start: string) => line(menu, start).submenu ?? []
    expect(labels(inMenu('Copy resume command'))).toEqual(['Title b'])
    expect(labels(inMenu('Restore…'))).toEqual(['Title a'])
    expect(line(inMenu('Copy'), 'Title b').action).toEqual({ do: 'copy', session: { source: 'pi:/h', id: 'b' } })
    expect(line(inMenu('Restore'), 'Title a').action).toMatchObject({ do: 'checkpoints' })
    const none = labels(trayMenu(state([idle(session('c', { resumable: false }))])))
    expect(none).not.toContain('Copy resume command')
    expect(none).not.toContain('Restore…')
  })

  it('says nothing of a state that is not known, and that a session can only be looked at', () => {
    const newer = { session: session('n', { state: 'newer' }), activity: 'done' } as const
    const not = { session: session('r', { resumable: false }), activity: 'done' } as const
    const menu = labels(trayMenu(state([idle(session('u', { resumable: null })), newer, not])))
    expect(menu.slice(1, 4)).toEqual([
      'pi: Title u · weather · 3 h',
      'pi: Title n · weather · 3 h · view only',
      'pi: Title r · weather · 3 h · view only'
    ])
  })

  it('says how long a session stays with its agent', () => {
    const leaves = (at: number) => session('l', { leaves: { at, rule: 'after 30 days' } })
    const words = (at: number) =>
      labels(trayMenu(state([idle(leaves(at))])))[1]
        ?.split(' · ')
        .at(-1)
    expect(words(now + 50 * hour)).toBe('leaves in 3 days')
    expect(words(now + hour)).toBe('leaves within a day')
    expect(words(now + 300 * hour)).toBe('3 h')
  })

  it('keeps a line a line: long titles, line ends, control characters and turned text', () => {
    const odd = session('o', { title: `a\nb\t\u202Ec\u0007${'x'.repeat(90)}`, workspace: `/w/${'y'.repeat(40)}` })
    const label = labels(trayMenu(state([idle(odd)])))[1] ?? ''
    expect(label).toBe(`pi: a b c${'x'.repeat(42)}… · ${'y'.repeat(23)}… · 3 h`)
  })

  it('has at most eight sessions, newest first as given', () => {
    const many = Array.from({ length: 30 }, (_, index) => idle(session(`s${index}`)))
    const menu = labels(trayMenu(state(many)))
    expect(menu.indexOf('—')).toBe(9)
    expect(menu[8]).toContain('Title s7')
  })

  it('says why there is nothing to list', () => {
    expect(labels(trayMenu(state([], { known: false })))[0]).toBe('Looking for sessions…')
    expect(labels(trayMenu(state([], { scanning: true })))[0]).toBe('Looking for sessions…')
    expect(labels(trayMenu(state([], { paused: true })))[0]).toBe('No sessions yet: indexing is paused')
    expect(labels(trayMenu(state([])))).toEqual([
      'No sessions were found',
      '—',
      'Open Reprise',
      'Resume another session…',
      '—',
      'Pause indexing',
      '—',
      'Quit Reprise'
    ])
  })

  it('a pause is told in the heading, and ended where it was begun', () => {
    const menu = (paused: boolean) => trayMenu(state([idle(session('a'))], { paused }))
    expect(line(menu(false), 'Pause')).toMatchObject({ action: { do: 'pause' } })
    expect(line(menu(true), 'Continue')).toMatchObject({ label: 'Continue indexing', action: { do: 'goOn' } })
    expect(labels(menu(true))[0]).toBe('Recent sessions (indexing is paused)')
  })

  it('on macOS has a second line and capitals; the keys are shown where they work', () => {
    const menu = trayMenu(state([idle(session('a'))], { platform: 'darwin', keys: 'Cmd+Alt+R', leaving: 1 }))
    expect(line(menu, 'Title a')).toMatchObject({ label: 'Title a', sublabel: 'pi, weather, 3 h' })
    expect(line(menu, 'Resume Another')).toMatchObject({ keys: 'Cmd+Alt+R' })
    expect(labels(menu)).toContain('1 Session Leaves Within a Week…')
    expect('keys' in line(trayMenu(state([])), 'Resume another')).toBe(false)
  })
})

describe('trayIconState', () => {
  it('shows that somebody waits before it shows a pause', () => {
    const waiting = { session: session('w'), activity: 'waiting' } as const
    expect(trayIconState(state([waiting], { paused: true }))).toBe('waiting')
    expect(trayIconState(state([idle(session('a'))], { paused: true }))).toBe('paused')
    expect(trayIconState(state([idle(session('a'))]))).toBe('normal')
  })
})
