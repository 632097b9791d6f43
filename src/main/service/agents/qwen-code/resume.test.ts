import { cpSync, mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { resume } from './resume'
import { expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterEach(removeHomes)

const known = expected[0]
const id = known?.id ?? ''
const cwd = known?.cwd ?? ''

async function codes(home: string, workspace: string, asked = id) {
  const target = { source: await sourceIn(home), home, session: { id: asked, workspace } }
  return (await resume.check(target, readingFor())).map(({ code, bearing }) => `${bearing} ${code}`)
}

describe('resuming a session of Qwen Code', () => {
  it('finds nothing against one in the project folder of its directory, and says so where it is another', async () => {
    const home = realpathSync(sampleHome())
    expect(await codes(home, cwd)).toEqual([])
    expect(await codes(home, '/elsewhere')).toEqual(['unsure qwen-code.folder'])
    expect(await codes(home, cwd, 'none')).toEqual(['unsure qwen-code.file'])
  })

  it('B1 a directory that now leads elsewhere is one that Qwen Code looks elsewhere for', async () => {
    const home = realpathSync(sampleHome())
    const old = join(home, 'old')
    mkdirSync(join(home, 'new'))
    symlinkSync(join(home, 'new'), old)
    const projects = join(home, '.qwen', 'projects')
    renameSync(join(projects, cwd.replace(/[^A-Za-z0-9]/g, '-')), join(projects, old.replace(/[^A-Za-z0-9]/g, '-')))
    expect(await codes(home, old)).toEqual(['stops directory.moved'])
  })

  it('no variable leads it to another place', async () => {
    const home = realpathSync(sampleHome())
    cpSync(join(home, '.qwen'), join(home, 'other', '.qwen'), { recursive: true })
    const places = { home, env: {}, platform: 'linux' as const, cwd: home, settings: [], flags: [join(home, 'other')] }
    const [source] = await adapter.locate(places)
    if (source === undefined) throw new Error('no source')
    const target = { source, home, session: { id, workspace: cwd } }
    expect((await resume.check(target, readingFor())).map(({ code }) => code)).toEqual(['qwen-code.place'])
    expect(resume.line(target)).toEqual({ argv: ['--resume', id], cwd, env: {}, unset: [] })
  })
})
