import { cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { changeDatabase, removeDatabase, writeJsonFiles } from '../opencode/testing/json-store'
import { recordKit } from '../opencode/testing/record-kit'
import { dataOf, expected } from '../opencode/testing/samples'
import { damagedTogether, type RecordColumn } from './damaged-database'
import { describeConformance } from './describe-conformance'

const fixtures = new URL('../../../../../e2e/fixtures/agents/opencode/', import.meta.url)
const ids = expected
  .filter(({ parent, forkedFrom }) => parent === undefined && forkedFrom === undefined)
  .map(({ id }) => id)
  .slice(0, 4)
/** A text of a reply in the first session: what is put in trouble. */
const part = 'prt_22744825f001C0GW9tTdk0pwCF'
const message = 'msg_227447751001SSojMWei1pHTcp'

const texts = ['title', 'directory', 'version', 'metadata', 'revert', 'permission', 'model', 'summary_diffs', 'slug']

/** What opencode keeps in rows that is read. */
const columns: readonly RecordColumn[] = [
  { table: 'part', key: 'id', column: 'data', text: true },
  { table: 'message', key: 'id', column: 'data', text: true },
  { table: 'project', key: 'id', column: 'worktree', text: true },
  { table: 'project', key: 'id', column: 'sandboxes', text: true },
  ...texts.map((column) => ({ table: 'session', key: 'id', column, text: true }))
]

function makeHome(home: string): void {
  mkdirSync(dataOf(home), { recursive: true })
  cpSync(new URL('.local/share/opencode/opencode.db', fixtures), join(dataOf(home), 'opencode.db'))
}

/** The id of a record that is newer than all others. */
const newId = (kind: string, round: number) => `${kind}_f${String(round).padStart(11, '0')}001AAAAAAAAAAAAAA`
const prompt = (at: number) => ({ role: 'user', time: { created: at }, agent: 'build' })

describeConformance({
  together: damagedTogether((home) => join(dataOf(home), 'opencode.db'), columns),
  ...recordKit({
    make: (home) => {
      makeHome(home)
      return ids
    },
    change: (home, _id, make) =>
      changeDatabase(home, (database) => {
        const data = database.prepare('select cast(data as blob) from part where id = ?').pluck().get(part) as Buffer
        const set = database.prepare('update part set data = cast(? as text) where id = ?')
        set.run(Buffer.from(make(data)), part)
      }),
    keepChanging: (home, id) => {
      const writer = new Sqlite(join(dataOf(home), 'opencode.db'))
      writer.pragma('journal_mode = WAL')
      let round = 0
      const append = () => {
        round += 1
        const at = Date.UTC(2026, 10, 29, 15, 30) + round
        const said = JSON.stringify({ type: 'text', text: `round ${round}` })
        writer.transaction(() => {
          writer
            .prepare('insert into message values (?, ?, ?, ?, ?)')
            .run(newId('msg', round), id, at, at, JSON.stringify(prompt(at)))
          writer
            .prepare('insert into part values (?, ?, ?, ?, ?, ?)')
            .run(newId('prt', round), newId('msg', round), id, at, at, said)
          writer.prepare('update session set time_updated = ? where id = ?').run(at, id)
        })()
      }
      append()
      const timer = setInterval(append, 4)
      return async () => {
        clearInterval(timer)
        writer.pragma('wal_checkpoint(TRUNCATE)')
        writer.close()
      }
    }
  })
})

describeConformance(
  recordKit({
    make: (home) => {
      makeHome(home)
      writeJsonFiles(home, ids, 'current')
      removeDatabase(home)
      return ids
    },
    change: (home, _id, make) => {
      const path = join(dataOf(home), 'storage', 'part', message, `${part}.json`)
      writeFileSync(path, make(readFileSync(path)))
    },
    keepChanging: (home, id) => {
      const storage = join(dataOf(home), 'storage')
      let round = 0
      const append = () => {
        round += 1
        const at = Date.UTC(2026, 10, 29, 15, 30) + round
        const [messageId, partId] = [newId('msg', round), newId('prt', round)]
        const write = (path: string, value: unknown) => {
          const text = JSON.stringify(value)
          // In turns at once and in two steps, as a program that is stopped meanwhile would leave it.
          if (round % 2 === 0) return writeFileSync(path, text)
          writeFileSync(`${path}.tmp`, text)
          renameSync(`${path}.tmp`, path)
        }
        mkdirSync(join(storage, 'part', messageId), { recursive: true })
        write(join(storage, 'message', id, `${messageId}.json`), { ...prompt(at), id: messageId, sessionID: id })
        write(join(storage, 'part', messageId, `${partId}.json`), { type: 'text', text: `round ${round}`, id: partId })
      }
      append()
      const timer = setInterval(append, 4)
      return async () => clearInterval(timer)
    }
  })
)
