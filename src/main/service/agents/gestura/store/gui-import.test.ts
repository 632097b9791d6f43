import { rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { placesOf } from '../places'
import { emptyHome, fixtureHome, fixtureJson, put, sourceAt } from '../testing/fixture-home'
import { guiImport } from './gui-import'
import { loadSession } from './session-store'

const importOf = (home: string) => {
  const places = placesOf(sourceAt(home))
  return guiImport(places.guiFiles[0] ?? '', places.liveSessions)
}

describe('guiImport', () => {
  it('gestura-9 gives nothing where the file is missing', () => {
    const home = emptyHome()
    put(home, '.gestura/config.yaml', '')
    expect(importOf(home)).toMatchObject({ ok: false, error: 'missing' })
  })

  it('gestura-9 makes a session of each element, with its title and the model of its override', () => {
    const home = fixtureHome('gestura')
    const places = placesOf(sourceAt(home))
    rmSync(places.liveSessions, { recursive: true })
    const imported = importOf(home)
    expect(imported.ok && imported.value.map(({ id }) => id)).toEqual(['old-17', 'old-18'])
    for (const { id, text } of imported.ok ? imported.value : []) {
      put(home, `.gestura/agent_sessions/${id}.json`, text)
      const loaded = loadSession(places.liveSessions, id)
      expect(loaded).toMatchObject({ ok: true, value: { id } })
      expect(loaded.ok && String(loaded.value.title).length).toBeGreaterThan(3)
    }
    expect(importOf(home)).toMatchObject({ ok: false, error: 'not run' })
  })

  it('gestura-9 fills in what an element leaves out', () => {
    const home = emptyHome()
    const llm = { provider: 'openai', model: 'gpt-4o' }
    put(home, '.gestura/gui_sessions.json', { sessions: [{ id: 'a', state: { llm_config: llm } }, {}] })
    const imported = importOf(home)
    const [first, second] = (imported.ok ? imported.value : []).map(({ text }) => JSON.parse(text))
    expect(first).toMatchObject({ id: 'a', title: '', created_at: '1970-01-01T00:00:00Z', model: 'gpt-4o' })
    expect(second).toMatchObject({ id: '', state: { messages: [] } })
    expect('model' in second).toBe(false)
  })

  const rows = fixtureJson<{ case: string; operation: string; target: string; outcome: string; error?: string }[]>(
    'outcomes-gestura.json'
  ).filter((row) => row.operation === 'gui.import')

  it.each(rows)('gestura-9 $case: gui.import is $outcome', (row) => {
    const answer = importOf(fixtureHome(row.case === 'gestura' ? 'gestura' : `gestura-bad/${row.case}`))
    expect(answer).toMatchObject({ ok: false, error: row.error ?? row.outcome })
  })
})
