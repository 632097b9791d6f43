import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasDisplay } from './display.mjs'
import { canFallBack, checkIntegrity, integrityOf } from './fallback-runtime.mjs'
import { withLock } from './lock.mjs'
import { isNewEnough } from './npm.mjs'
import { checkRunningNode } from './packages.mjs'
import { nodePackage, root } from './places.mjs'
import { SetupProblem } from './say.mjs'
import { missingLibraries, packagesFor } from './system-libraries.mjs'

let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-setup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a script that takes the lock, writes when it has it and when it lets go, in a process of its own. */
function holder(name, ms, end = '') {
  const lock = fileURLToPath(new URL('lock.mjs', import.meta.url))
  const source = `
    import { appendFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(lock)}
    await withLock(process.argv[1] + '/lock', async () => {
      appendFileSync(process.argv[1] + '/notes', '${name} in\\n')
      await new Promise((resolve) => setTimeout(resolve, ${ms}))
      ${end}
      appendFileSync(process.argv[1] + '/notes', '${name} out\\n')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, folder], { stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', resolve))
}

const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')

describe('withLock', () => {
  it('lets one process work at a time', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => holder(name, 60)))
    const lines = notes()
    expect(lines).toHaveLength(8)
    for (let at = 0; at < 8; at += 2) expect(lines[at + 1]).toBe(lines[at].replace(' in', ' out'))
    expect(existsSync(join(folder, 'lock'))).toBe(false)
  })

  it('takes the lock of a process that died with it, also when several wait', async () => {
    await holder('dead', 0, 'process.exit(9)')
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    await Promise.all(['a', 'b', 'c'].map((name) => holder(name, 40)))
    expect(notes().slice(1)).toHaveLength(6)
    const rest = notes().slice(1)
    for (let at = 0; at < 6; at += 2) expect(rest[at + 1]).toBe(rest[at].replace(' in', ' out'))
  })

  it('tells once whom it waits for, and frees the lock after a failure', async () => {
    const lock = join(folder, 'lock')
    writeFileSync(lock, String(process.pid))
    setTimeout(() => rmSync(lock), 400)
    const told = []
    const failing = withLock(
      lock,
      () => Promise.reject(new Error('no')),
      (pid) => told.push(pid)
    )
    await expect(failing).rejects.toThrow('no')
    expect(told).toEqual([process.pid])
    expect(existsSync(lock)).toBe(false)
  })
})

describe('checkIntegrity', () => {
  it('refuses a file of which one byte differs, and takes the right one', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, 'the runtime')
    const right = await integrityOf(path)
    expect(right).toMatch(/^sha512-.{88}$/)
    await expect(checkIntegrity(path, right)).resolves.toBeUndefined()
    writeFileSync(path, 'the runtimf')
    await expect(checkIntegrity(path, right)).rejects.toThrow(SetupProblem)
    await expect(checkIntegrity(path)).rejects.toThrow('was not unpacked')
  })
})

describe('canFallBack', () => {
  it('is only for the system that the fallback runtime was made for', () => {
    expect(canFallBack('linux', 'x64')).toBe(true)
    expect(canFallBack('linux', 'arm64')).toBe(false)
    expect(canFallBack('darwin', 'x64')).toBe(false)
  })
})

describe('packagesFor', () => {
  it('gives a machine without a display fonts for every script of the samples, and a machine with one none', () => {
    expect(packagesFor({ missing: [], tools: ['Xvfb'] })).toEqual(
      expect.arrayContaining(['xvfb', 'fonts-dejavu-core', 'fonts-droid-fallback'])
    )
    expect(packagesFor({ missing: ['libnss3.so'], tools: [] }).filter((name) => name.startsWith('fonts'))).toEqual([])
  })
})

describe('missingLibraries', () => {
  it('reads the names that ldd did not find', () => {
    const output = '\tlibc.so.6 => /lib/libc.so.6 (0x1)\n\tlibgtk-3.so.0 => not found\n\tlibnss3.so => not found\n'
    expect(missingLibraries(output)).toEqual(['libgtk-3.so.0', 'libnss3.so'])
  })
})

describe('nodePackage', () => {
  it('is pinned exactly for every platform that has one', () => {
    const platforms = ['linux x64', 'linux arm64', 'darwin x64', 'darwin arm64', 'win32 x64']
    for (const name of platforms) expect(nodePackage(...name.split(' '))?.version).toMatch(/^24\.\d+\.\d+$/)
    expect(nodePackage('freebsd', 'x64')).toBeUndefined()
  })
})

describe('isNewEnough', () => {
  it.each([
    ['18.20.8', false],
    ['20.20.2', false],
    ['22.14.0', false],
    ['22.15.0', true],
    ['24.0.0', true]
  ])('says of Node %s: %s', (version, enough) => expect(isNewEnough(version)).toBe(enough))
})

describe('checkRunningNode', () => {
  it('is content where the pinned Node does the work', () => {
    expect(() => checkRunningNode('18.0.0')).not.toThrow()
  })
})

describe('hasDisplay', () => {
  it('asks the environment on Linux alone', () => {
    expect(hasDisplay({}, 'linux')).toBe(false)
    expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true)
    expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
    expect(hasDisplay({}, 'darwin')).toBe(true)
  })
})

describe('package.json', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8')
  )

  it('pins every version exactly', () => {
    for (const version of Object.values({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('has a lock file that names no registry', () => {
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    for (const entry of Object.values(lock.packages)) expect(entry).not.toHaveProperty('resolved')
  })
})
