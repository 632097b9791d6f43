import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const tested = pathToFileURL(join(import.meta.dirname, 'code-cache.ts')).href

/** A program that loads a part of its own after asking for compiled code, and again in a thread; what Node says of it. */
function program(): { own: string; start: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const own = join(folder, 'own')
  mkdirSync(own)
  const begin = `
    import { Worker, isMainThread, workerData } from 'node:worker_threads'
    import { keepCompiledCode, takeCompiledCode } from '${tested}'
    const cache = isMainThread ? keepCompiledCode(process.argv[2], import.meta.url) : workerData
    if (!isMainThread && cache !== null) takeCompiledCode(cache)
    await import('./part.mjs')
    if (isMainThread) new Worker(new URL(import.meta.url), { workerData: cache })`
  writeFileSync(join(folder, 'begin.mjs'), begin)
  writeFileSync(join(folder, 'part.mjs'), 'export const part = () => 1')
  const env = { ...process.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', NODE_OPTIONS: '--no-warnings' }
  const start = () => spawnSync(process.execPath, [join(folder, 'begin.mjs'), own], { env, encoding: 'utf8' }).stderr
  return { own, start }
}

const taken = (said: string) => said.split('\n').filter((line) => /part\.mjs.*was accepted/.test(line)).length

describe('keepCompiledCode', () => {
  it('compiles a part once: later starts take it over, in the process and in its threads', () => {
    const { own, start } = program()
    writeFileSync(join(own, 'library.sqlite3'), '')
    mkdirSync(join(own, 'code-cache', 'earlier'), { recursive: true })
    expect(taken(start())).toBeLessThan(2)
    expect(taken(start())).toBe(2)
    // One build of ours, and nothing of the one before.
    expect(readdirSync(join(own, 'code-cache'))).toHaveLength(1)
    expect(existsSync(join(own, 'code-cache', 'earlier'))).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('is for its owner alone, also the folder that Node makes in it', () => {
    const { own, start } = program()
    writeFileSync(join(own, 'library.sqlite3'), '')
    start()
    const all = readdirSync(join(own, 'code-cache'), { recursive: true, encoding: 'utf8' })
    expect(all.length).toBeGreaterThan(2)
    expect(all.filter((name) => (statSync(join(own, 'code-cache', name)).mode & 0o077) !== 0)).toEqual([])
  })

  it('writes nothing into a folder that is not ours yet', () => {
    const { own, start } = program()
    expect(start()).not.toContain('code-cache')
    expect(readdirSync(own)).toEqual([])
  })
})
