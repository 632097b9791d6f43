import type { Wanted } from '@shared/domain/desktop'
import { describe, expect, it } from 'vitest'
import { outsideActions } from './outside-actions'
import type { Ask } from './tray-feed'

const session = { source: 'pi:/h', id: 'a' }

/** A service with these answers by operation; `false` is a failure. */
function outside(answers: Readonly<Record<string, object | false>>, platform: NodeJS.Platform = 'linux') {
  const asked: string[] = []
  const shown: Wanted[] = []
  const told: string[] = []
  const copied: string[] = []
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
    failed: (what, failure) => void told.push(`${what}: ${failure.message}`),
    copy: (text) => void copied.push(text),
    showFile: (path) => void copied.push(path),
    platform
  })
  return { actions, asked, shown, told, copied, press: () => press() }
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

  it('opens a session, and its checkpoints, in the window', () => {
    const { actions, shown } = outside({})
    actions.open(session)
    actions.checkpoints(session)
    expect(shown).toEqual([
      { session, show: 'session' },
      { session, show: 'checkpoints' }
    ])
  })

  it('copies the command for the shell of the system, and says when it may not work', async () => {
    const check = (answer: string) => ({
      answer,
      shown: { sh: "cd '/w' && pi", powershell: 'pi', cmd: null, fish: null }
    })
    for (const [platform, line] of [
      ['linux', "cd '/w' && pi"],
      ['win32', 'pi']
    ] as const) {
      const { actions, asked, copied, told } = outside({ 'resume.check': check('works') }, platform)
      await actions.copy(session)
      expect([copied, told, asked]).toEqual([[line], ['The resume command was copied'], ['resume.check']])
    }
    const unsure = outside({ 'resume.check': check('unknown') })
    await unsure.actions.copy(session)
    unsure.press()
    expect([unsure.copied.length, unsure.shown]).toEqual([1, [{ session, show: 'resume' }]])
  })

  it('shows in the window why there is no command to copy', async () => {
    for (const answers of [{}, { 'resume.check': { answer: 'doesNot', shown: null } }]) {
      const { actions, shown, copied } = outside(answers)
      await actions.copy(session)
      expect([copied, shown]).toEqual([[], [{ session, show: 'resume' }]])
    }
  })

  it('shows the file of a session, and says why it cannot', async () => {
    const there = outside({ 'sessions.get': { path: '/h/a.jsonl' } })
    await there.actions.file(session)
    expect([there.copied, there.told]).toEqual([['/h/a.jsonl'], []])
    const gone = outside({ 'sessions.get': { path: null } })
    await gone.actions.file(session)
    expect(gone.told).toEqual(['The file cannot be shown: Nothing of this session is on the disk any more.'])
    const failing = outside({})
    await failing.actions.file(session)
    expect(failing.told).toEqual(['The file cannot be shown: The disk is full.'])
  })
})
