import { cpSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readingFor } from '../conformance/browse'
import { adapter } from './adapter'
import { resume } from './resume'
import { expected, removeHomes, sampleHome, sourceIn } from './testing/samples'

afterEach(removeHomes)

const id = '353f7d23-db03-4d17-a7d7-d204e5206800'
const subagent = '6c849e69-a6df-437f-b236-43b7586ef2c2'
const cwd = '/home/dev/weather'

async function against(asked: string, change: (home: string) => void = () => undefined, workspace = cwd) {
  const home = realpathSync(sampleHome())
  change(home)
  const target = { source: await sourceIn(home), home, session: { id: asked, workspace } }
  return (await resume.check(target, readingFor())).map(({ code, bearing }) => `${bearing} ${code}`)
}

describe('resuming a session of Gemini CLI', () => {
  it('finds nothing against one in the folder of its directory', async () => {
    expect(expected.map((one) => one.id)).toContain(id)
    expect(await against(id)).toEqual([])
  })

  it('a subagent goes on by its session, and a lost one not at all', async () => {
    expect(await against(subagent)).toEqual(['stops session.subagent'])
    expect(await against('none')).toEqual(['stops gemini.file'])
  })

  it('B1 is not certain where the folder belongs to another directory, or to none that is on record', async () => {
    expect(await against(id, undefined, '/home/dev/elsewhere')).toEqual(['unsure gemini.project'])
    const unnamed = (home: string) => {
      rmSync(join(home, '.gemini', 'tmp', 'weather', '.project_root'))
      writeFileSync(join(home, '.gemini', 'projects.json'), '{}')
    }
    expect(await against(id, unnamed)).toEqual(['unsure gemini.project'])
  })

  it('leads it to another home by a variable, which not every release may know', async () => {
    const home = realpathSync(sampleHome())
    const other = join(home, 'other')
    cpSync(join(home, '.gemini'), join(other, '.gemini'), { recursive: true })
    const places = { home, env: {}, platform: 'linux' as const, cwd: home, settings: [], flags: [other] }
    const [source] = await adapter.locate(places)
    if (source === undefined) throw new Error('no source')
    const target = { source, home, session: { id, workspace: cwd } }
    expect(resume.line(target)).toEqual({ argv: ['--resume', id], cwd, env: { GEMINI_CLI_HOME: other }, unset: [] })
    expect((await resume.check(target, readingFor())).map(({ code }) => code)).toEqual(['gemini.home'])
  })
})
