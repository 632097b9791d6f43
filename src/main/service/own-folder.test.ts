import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareOwnFolder } from './own-folder'
import { ownFolderPath } from './own-folder-path'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('ownFolderPath', () => {
  it('is REPRISE_HOME, else the data folder of the platform, and always absolute', () => {
    expect(ownFolderPath({ REPRISE_HOME: '/somewhere' }, 'linux', '/h')).toBe('/somewhere')
    expect(ownFolderPath({ REPRISE_HOME: 'here' }, 'linux', '/h')).toBe(resolve('here'))
    expect(ownFolderPath({ XDG_DATA_HOME: '/data' }, 'linux', '/h')).toBe('/data/reprise')
    expect(ownFolderPath({}, 'linux', '/h')).toBe('/h/.local/share/reprise')
    expect(ownFolderPath({}, 'linux', '')).toBe(resolve('.local/share/reprise'))
  })

  it('leaves a relative XDG_DATA_HOME out, as its specification says', () => {
    expect(ownFolderPath({ XDG_DATA_HOME: 'data' }, 'linux', '/h')).toBe('/h/.local/share/reprise')
  })
})

describe('prepareOwnFolder', () => {
  it.skipIf(process.platform === 'win32')('makes folders for their owner alone', () => {
    const { logs, scratch } = prepareOwnFolder(join(temporary(), 'a', 'b'))
    for (const path of [logs, scratch]) expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('refuses the folder of somebody else, and writes nothing there', () => {
    const agents = temporary()
    mkdirSync(join(agents, 'agent_sessions'))
    expect(() => prepareOwnFolder(agents)).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'refused' }) })
    )
    expect(readdirSync(agents)).toEqual(['agent_sessions'])
  })

  it('takes an empty folder, and its own one again with whatever came into it', () => {
    const own = temporary()
    prepareOwnFolder(own)
    writeFileSync(join(own, 'note.txt'), '')
    expect(() => prepareOwnFolder(own)).not.toThrow()
  })

  it.skipIf(process.platform !== 'linux')('ends where the system lets nothing be made, as below /proc', () => {
    for (const path of ['/proc/reprise', '/proc/reprise/own/deep']) {
      expect(() => prepareOwnFolder(path)).toThrow(
        expect.objectContaining({
          failure: expect.objectContaining({ code: 'io', message: expect.stringContaining(path) })
        })
      )
    }
  })

  it('changes no rights of a file that stands where our folder should be', () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '', { mode: 0o644 })
    expect(() => prepareOwnFolder(file)).toThrow(/EEXIST/)
    expect(statSync(file).mode & 0o777).toBe(0o644)
  })

  it('says where it could not, and what to do', () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    const made = () => prepareOwnFolder(join(file, 'reprise'))
    expect(made).toThrow(
      expect.objectContaining({
        failure: expect.objectContaining({ code: 'io', advice: expect.stringContaining('REPRISE_HOME') })
      })
    )
    expect(made).toThrow(join(file, 'reprise'))
  })
})
