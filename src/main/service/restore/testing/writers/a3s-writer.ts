import { setTimeout as pause } from 'node:timers/promises'
import { snapshotDigest } from '../../../agents/a3s/digest'
import { editMember, withMember } from '../../../agents/a3s/write/document-edits'
import { FileSessionStore } from '../../../agents/a3s/write/file-store'
import type { JsonObject } from '../../../json/json-value'
import { diskGateway } from '../../gateway'

/**
 * A program that writes a session as an a3s program does: loads the generation, gives it the next name, and commits it under the store's
 * lock, with its log lines, if the generation that it loaded is still there. Arguments: root of the store, id of the session. Works until its input
 * ends. Prints a line of JSON for each commit.
 */
const [root = '', id = ''] = process.argv.slice(2)
let over = false
process.stdin.on('end', () => {
  over = true
})
process.stdin.resume()

const name = (snapshot: JsonObject) => ((snapshot.get('session') as JsonObject).get('config') as JsonObject).get('name')
const named = (snapshot: JsonObject, mark: string) =>
  editMember(snapshot, 'session', (session) =>
    editMember(session, 'config', (config) => withMember(config, 'name', mark))
  )

const opened = await FileSessionStore.open(root, {
  gateway: diskGateway,
  key: null,
  now: Date.now,
  lockTimeoutMs: 60_000
})
if (!opened.ok) throw new Error(opened.error)
const store = opened.value
const first = store.loadSnapshot(id)
if (!first.ok || first.value === null) throw new Error(`no session ${id}`)

for (let turn = 1; !over; turn++) {
  const loaded = store.loadSnapshot(id)
  if (!loaded.ok) throw new Error(loaded.error)
  const mark = `turn-${process.pid}-${turn}`
  // A session that is gone is begun anew from what this program still has.
  const expected = loaded.value === null ? null : snapshotDigest(loaded.value)
  const saved = await store.compareAndSwap(named(loaded.value ?? first.value, mark), expected)
  if (!saved.ok) throw new Error(saved.error)
  if (saved.value) {
    const saw = loaded.value === null ? null : name(loaded.value)
    process.stdout.write(`${JSON.stringify({ mark, saw })}\n`)
  }
  await pause(Math.random() < 0.12 ? 500 + Math.random() * 2_000 : 5 + Math.random() * 60)
}
