import { realpathSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readingFor } from '../conformance/browse'
import { resume } from './resume'
import { changeDatabase, removeDatabase, writeJsonFiles } from './testing/json-store'
import { dataOf, expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterEach(removeHomes)

const id = expected[0]?.id ?? ''

async function against(change: (home: string) => void, asked = id): Promise<readonly string[]> {
  const home = realpathSync(sampleHome())
  change(home)
  const target = { source: await sourceIn(home), home, session: { id: asked, workspace: '/w' } }
  return (await resume.check(target, readingFor())).map(({ code, bearing }) => `${bearing} ${code}`)
}

describe('resuming a session of opencode', () => {
  it('finds nothing against one of its database, nor of the older files where there is no database', async () => {
    expect(await against(() => undefined)).toEqual([])
    const old = (home: string) => {
      writeJsonFiles(home, [id], 'current')
      removeDatabase(home)
    }
    expect(await against(old)).toEqual([])
  })

  it('B16 stops at a session that only the older files have, and at one that nothing has', async () => {
    const only = (home: string) => {
      writeJsonFiles(home, [id], 'current')
      changeDatabase(home, (database) => database.prepare('DELETE FROM session WHERE id = ?').run(id))
    }
    expect(await against(only)).toEqual(['stops opencode.old-store'])
    expect(await against(() => undefined, 'ses_none')).toEqual(['stops opencode.session'])
  })

  it('B16 is not certain of the database of another channel', async () => {
    const renamed = (home: string) =>
      renameSync(join(dataOf(home), 'opencode.db'), join(dataOf(home), 'opencode-dev.db'))
    expect(await against(renamed)).toEqual(['unsure opencode.channel'])
  })

  it('leads it to another data folder, and a database that was named, by variables', async () => {
    const home = realpathSync(sampleHome())
    const session = { id, workspace: '/w' }
    expect(resume.line({ source: await sourceIn(home), home, session })).toMatchObject({
      env: {},
      unset: ['OPENCODE_DB', 'XDG_DATA_HOME']
    })
    const root = '/data/opencode'
    const moved = {
      id: 'x',
      agent: 'opencode' as const,
      root,
      origin: 'flag' as const,
      extra: { database: '/db/x.db' }
    }
    expect(resume.line({ source: moved, home, session })).toMatchObject({
      argv: ['--session', id],
      env: { XDG_DATA_HOME: dirname(root), OPENCODE_DB: '/db/x.db' },
      unset: []
    })
  })
})
