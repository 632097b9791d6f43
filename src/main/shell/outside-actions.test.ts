import type { Wanted } from '@shared/domain/desktop'
import { describe, expect, it } from 'vitest'
import { outsideActions } from './outside-actions'
import type { Ask } from './tray-feed'

const session = { source: 'pi:/h', id: 'a' }

/** A service with these answers by operation; `false` is a failure. */
function outside(answers: Readonly<Record<string, object | false>>) {
  const asked: string[] = []
  const shown: Wanted[] = []
  const told: string[] = []
  let press: () => void = () => undefined
  const ask: Ask = (async (name: string) => {
    asked.push(name)
    const value = answers[name]
    return value ? { ok: true, value } : { ok: false, error: { code: 'io', message: 'The disk is full.' } }
  }) as never
  const actions = outsideActions({
    ask,
    show: (wanted) => void shown.push(wanted),
    tell: (title, _body, onPress) => {
      told.push(title)
      press = onPress
    },
    failed: (what, failure) => void told.push(`${what}: ${failure.message}`)
  })
  return { actions, asked, shown, told, press: () => press() }
}

describe('outsideActions', () => {
  it('starts what is sure to work, and shows no window for it', async () => {
    const { actions, asked, shown } = outside({ 'resume.check': { answer: 'works' }, 'resume.start': {} })
    await actions.resume(session)
    expect([asked, shown]).toEqual([['resume.check', 'resume.start'], []])
  })

  it.each(['doesNot', 'unknown'])('starts nothing for the answer %s, and shows it', async (answer) => {
    const { actions, asked, shown } = outside({ 'resume.check': { answer }, 'resume.start': {} })
    await actions.resume(session)
    expect([asked, shown]).toEqual([['resume.check'], [{ session, show: 'resume' }]])
  })

  it('shows a check that failed, and a start that failed', async () => {
    for (const answers of [{}, { 'resume.check': { answer: 'works' } }]) {
      const { actions, shown } = outside(answers)
      await actions.resume(session)
      expect(shown).toEqual([{ session, show: 'resume' }])
    }
  })

  it('tells once of a turn that went to a new session, and opens that', async () => {
    const { actions, shown, told, press } = outside({ 'resume.check': { answer: 'works' }, 'resume.start': {} })
    actions.landed({ session, continued: 'b' })
    expect(told).toEqual([])
    await actions.resume(session)
    actions.landed({ session, continued: 'b' })
    actions.landed({ session, continued: 'b' })
    expect(told).toEqual(['The agent went on as a new session'])
    press()
    expect(shown).toEqual([{ session: { ...session, id: 'b' }, show: 'session' }])
    await actions.resume(session)
    actions.landed({ session, continued: 'a' })
    expect(told).toHaveLength(1)
  })

  it('tells that a copy was kept, and why one was not', async () => {
    const kept = outside({ 'capture.make': { checkpoint: {} } })
    await kept.actions.keep(session)
    expect(kept.told).toEqual(['A copy was kept'])
    const not = outside({})
    await not.actions.keep(session)
    expect(not.told).toEqual(['No copy was kept: The disk is full.'])
  })

  it('opens a session in the window', () => {
    const { actions, shown } = outside({})
    actions.open(session)
    expect(shown).toEqual([{ session, show: 'session' }])
  })
})
