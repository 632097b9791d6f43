import { afterEach, describe, expect, it } from 'vitest'
import { addRecords, addSession, addState, makeDatabase, recorder, sessionA } from '../testing/made-store'
import { removeHomes, sampleHome } from '../testing/sample-home'
import { comparedTools } from './compared-tools'

afterEach(removeHomes)

describe('comparedTools', () => {
  it.each(['0.4.0', '0.6.6', '0.6.7', '0.6.7-beta.1'])(
    'B13 says of a session of %s that tools are compared',
    (version) => {
      const finding = comparedTools(version)
      expect(finding).toMatchObject({ code: 'tact.session.compared-tools', severity: 'info' })
      expect(finding?.what).toContain(version)
      expect(finding?.can).toMatch(/web_search.*0\.7/)
    }
  )

  it.each(['0.7.0', '0.8.3', '0.10.1', '1.0.0', '', 'dev'])('says nothing of %s', (version) => {
    expect(comparedTools(version)).toBeNull()
  })

  it('B13 stands beside the other reasons why a session cannot be taken up, and changes nothing about them', async () => {
    for (const version of ['0.6.6', '0.8.3']) {
      const home = await sampleHome(null)
      const database = makeDatabase(home.database)
      addSession(database, { id: sessionA })
      database.prepare('UPDATE sessions SET application_version = ?').run(version)
      const run = recorder()
      addRecords(database, sessionA, [run.started({ application_version: version })])
      addState(database, sessionA, {})
      database.close()
      const opened = await home.open(sessionA)
      const codes = opened.findings.map(({ code }) => code)
      expect(codes.includes('tact.session.compared-tools')).toBe(version === '0.6.6')
      expect((await home.sessions())[0]?.resumable).toBe(opened.summary.resumable)
    }
  })

  it('B13 a state of another format is refused with the format that it has', async () => {
    const home = await sampleHome('tact-future-state')
    const sessions = await home.sessions()
    const findings = (await Promise.all(sessions.map(({ id }) => home.open(id)))).flatMap((opened) => opened.findings)
    const state = findings.filter(({ code }) => /^tact\.state\.(?:format|version)$/.test(code))
    expect(state.length).toBeGreaterThan(0)
    expect(state.every(({ what }) => /\d/.test(what))).toBe(true)
  })
})
