import { realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, describe, expect, it } from 'vitest'
import { readingFor } from '../conformance/browse'
import { resume } from './resume'
import { event, line, madeId, meta, rolloutPath, writeRollout } from './testing/made-rollout'
import { emptyHome, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterEach(removeHomes)

const plain = '01a22743-3624-77f2-90d9-0f40720e92a9'
const forked = '01a22743-86d9-7190-8eb4-603a9c0f8d0b'
const archived = '01a2274e-e45a-7bb2-9e7d-ac0e33c05ef9'

/** What speaks against it, in a home whose index knows where its rollouts are now. */
async function against(id: string, change: (home: string) => void = () => undefined): Promise<readonly string[]> {
  const home = realpathSync(sampleHome())
  const index = new Sqlite(join(home, '.codex', 'state_5.sqlite'))
  index.prepare("UPDATE threads SET rollout_path = replace(rollout_path, '/home/dev/', ?)").run(`${home}/`)
  index.close()
  change(home)
  const target = { source: await sourceIn(home), home, session: { id, workspace: '/w' } }
  return (await resume.check(target, readingFor())).map(({ code, bearing }) => `${bearing} ${code}`)
}

const changeIndex = (sql: string) => (home: string) => {
  const index = new Sqlite(join(home, '.codex', 'state_5.sqlite'))
  index.prepare(sql).run(plain)
  index.close()
}

describe('resuming a session of Codex', () => {
  it('finds nothing against one that its index knows', async () => {
    expect(await against(plain)).toEqual([])
    expect(await against(forked)).toEqual([])
  })

  it('B7 B9 warns where the index does not have it, and is not certain where it names another file', async () => {
    expect(await against(plain, changeIndex('DELETE FROM threads WHERE id = ?'))).toEqual(['note codex.index.missing'])
    const moved = changeIndex("UPDATE threads SET rollout_path = '/gone/' || rollout_path WHERE id = ?")
    expect(await against(plain, moved)).toEqual(['unsure codex.index.path'])
    expect(await against(plain, (home) => rmSync(join(home, '.codex', 'state_5.sqlite')))).toEqual([])
  })

  it('an archived one has to be taken out of the archive, and a lost one is lost', async () => {
    expect(await against(archived)).toEqual(['stops codex.archived'])
    expect(await against('01a22743-0000-0000-0000-000000000000')).toEqual(['stops codex.rollout'])
  })

  it('C11 a fork whose parent is gone may not go on', async () => {
    const gone = await against(forked, (home) => {
      const name = `rollout-2026-11-29T12-24-05-${plain}.jsonl`
      const path = join(home, '.codex/sessions/2026/11/29', name)
      renameSync(path, join(dirname(path), 'elsewhere'))
    })
    expect(gone).toEqual(['unsure codex.history'])
  })

  it('is not certain of a compressed rollout and of a subagent', async () => {
    const home = emptyHome()
    const turn = [event(1, 'user_message', { message: 'Hello' }), line(2, 'turn_context', {})]
    writeRollout(
      home,
      rolloutPath(),
      [meta({ source: { subagent: { thread_spawn: { parent_thread_id: 'p' } } } }), ...turn],
      true
    )
    const target = { source: await sourceIn(home), home, session: { id: madeId, workspace: '/w' } }
    // To look inside it is unpacked, into a folder of ours.
    const reading = { ...readingFor(), scratch: emptyHome() }
    expect((await resume.check(target, reading)).map(({ code }) => code)).toEqual([
      'codex.compressed',
      'session.subagent'
    ])
  })
})
