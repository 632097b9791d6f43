import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { thisHolder } from '../lease/holder'
import { buildProcess } from '../restore/testing/build-process'
import { HomeService } from '../testing/home-service'
import { beginFile, clearUnfinished } from './unfinished-files'
import { writeOut } from './write-out'

let program: string
const whole = mkdtempSync(join(tmpdir(), 'reprise-unfinished-'))
let own: string
let out: string
let number = 0

beforeAll(async () => {
  program = await buildProcess(new URL('./testing/writing-process.ts', import.meta.url))
}, 60_000)
afterAll(() => {
  rmSync(dirname(program), { recursive: true, force: true })
  rmSync(whole, { recursive: true, force: true })
})
beforeEach(() => {
  own = join(whole, `own-${++number}`)
  out = join(whole, `out-${number}`)
  for (const folder of [own, out]) mkdirSync(folder)
})

const notes = () => readdirSync(join(own, 'unfinished'))
const parts = () => readdirSync(out).filter((name) => name.endsWith('.part'))

async function writing(name: string) {
  const child = fork(program, [own, join(out, name)])
  await once(child, 'message')
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { kill }
}

describe('clearUnfinished', () => {
  it('removes at the next start what a killed process had begun, and nothing that is still written', async () => {
    const one = await writing('one.reprise')
    const other = await writing('other.reprise')
    await one.kill()
    writeFileSync(join(out, '.reprise-0123456789abcdef0123456789abcdef.part'), 'of somebody else')
    expect([parts().length, notes().length]).toEqual([3, 2])
    clearUnfinished(own)
    expect(parts().sort((a, b) => b.indexOf('0123456789') - a.indexOf('0123456789'))).toEqual([
      '.reprise-0123456789abcdef0123456789abcdef.part',
      expect.stringMatching(/^\.reprise-[0-9a-f]{32}\.part$/)
    ])
    expect(notes()).toHaveLength(1)
    await other.kill()
    const pieces = (async function* () {
      yield 'words'
    })()
    await writeOut({ path: join(out, 'two.md'), replace: false }, { own, agents: [] }, pieces, AbortSignal.any([]))
    expect(parts()).toEqual(['.reprise-0123456789abcdef0123456789abcdef.part'])
    expect([existsSync(join(out, 'two.md')), notes()]).toEqual([true, []])
  })

  it('is done when the service starts', async () => {
    const place = new HomeService()
    own = place.own
    mkdirSync(join(own, 'scratch'), { recursive: true })
    const one = await writing('one.reprise')
    await one.kill()
    expect(parts()).toHaveLength(1)
    await place.open()
    expect([parts(), notes()]).toEqual([[], []])
    await place.close()
  })

  it('follows no note to a file of another name, to a link or to a folder, and waits for a disk that is away', () => {
    const gone = { ...thisHolder(), started: 'before' }
    const note = (path: string) => {
      const { path: named, end } = beginFile(own, join(out, 'x'))
      const file = join(own, 'unfinished', `${named.slice(-'.part'.length - 32, -'.part'.length)}.json`)
      end()
      writeFileSync(file, JSON.stringify({ path: path === '' ? named : path, writer: gone }))
      return named
    }
    writeFileSync(join(out, 'mine.txt'), 'mine')
    note(join(out, 'mine.txt'))
    symlinkSync(join(out, 'mine.txt'), note(''))
    mkdirSync(note(''))
    clearUnfinished(own)
    expect(readdirSync(out)).toHaveLength(3)
    expect(notes()).toHaveLength(3)
    writeFileSync(note(''), 'ours')
    clearUnfinished(own)
    expect([readdirSync(out).length, notes().length]).toEqual([3, 3])
    writeFileSync(note(''), 'ours')
    rmSync(out, { recursive: true })
    clearUnfinished(own)
    expect(notes()).toHaveLength(4)
  })
})
