import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../migrate'
import { openLibrary } from '../open-library'

const secret = ['AKIA', 'QYLPMN5HFXQJ3KTB'].join('')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-masked-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A library of the version before, with a gone session as it was written when nothing was masked, and a live one. */
function oldLibrary(path: string): void {
  const database = new Sqlite(path)
  database.pragma('journal_mode = wal')
  migrate(database, 7)
  const insert = database.prepare(
    `insert into session (source, id, unit, agent, shown, title, title_folded, workspace, own_checkpoints, checkpoints, restorable, state,
       text_folded, listed, digest) values ('s', ?, ?, 'claude-code', 1, ?, ?, '/home/dev/weather', 0, 0, 0, ?, ?, ?, ?)`
  )
  for (const [id, unit, said] of [
    ['gone', 0, `use ${secret} now`],
    ['clean', 0, 'rain tomorrow'],
    ['live', 5, 'still here']
  ] as const) {
    const listed = { agent: 'claude-code', id, title: said, preview: `${said}, then`, workspace: '/home/dev/weather' }
    const folded = `${said}\nmore words: ${said}`.toLowerCase()
    insert.run(
      id,
      unit,
      said,
      said.toLowerCase(),
      unit === 0 ? 'gone' : 'ok',
      folded,
      JSON.stringify(listed),
      'remembered'
    )
    const prompt = database.prepare(
      "insert into prompt (source, id, unit, place, at, text) values ('s', ?, ?, ?, 1, ?)"
    )
    prompt.run(id, unit, 0, said)
    prompt.run(id, unit, 1, 'and the second prompt')
  }
  database.close()
}

function contentOf(path: string) {
  const { library } = openLibrary(path, 0)
  const sessions = library.reader.all<{
    id: string
    title: string
    text_folded: string
    listed: string
    title_folded: string
  }>('select id, title, title_folded, text_folded, listed from session order by id')
  const prompts = library.reader.all<{ id: string; text: string }>('select id, text from prompt order by id, place')
  library.close()
  return { sessions, prompts }
}

describe('008-masked-gone', () => {
  it('masks what an old library says of sessions that are gone, so that no byte of the secret is left in the file', () => {
    const path = join(folder, 'library.sqlite3')
    oldLibrary(path)
    const { sessions, prompts } = contentOf(path)
    const gone = sessions.find(({ id }) => id === 'gone')
    expect(gone?.title).toMatch(/^use ‹masked: [^›]+› now$/)
    expect(gone?.title_folded).toBe(gone?.title.toLowerCase())
    expect(JSON.parse(gone?.listed ?? '')).toMatchObject({ title: gone?.title, preview: `${gone?.title}, then` })
    expect(gone?.text_folded).toContain('and the second prompt')
    expect(gone?.text_folded).toContain('/home/dev/weather')
    expect(prompts.filter(({ id }) => id === 'gone').map(({ text }) => text)).toEqual([
      gone?.title,
      'and the second prompt'
    ])
    for (const name of readdirSync(folder)) {
      const bytes = readFileSync(join(folder, name)).toString('latin1').toLowerCase()
      expect([name, bytes.includes(secret.toLowerCase())]).toEqual([name, false])
    }
  })

  it('leaves every other row as it is', () => {
    const path = join(folder, 'library.sqlite3')
    oldLibrary(path)
    const clean = contentOf(path).sessions.filter(({ id }) => id !== 'gone')
    expect(clean.map(({ title, text_folded }) => [title, text_folded])).toEqual([
      ['rain tomorrow', 'rain tomorrow\nmore words: rain tomorrow'],
      ['still here', 'still here\nmore words: still here']
    ])
  })
})
