import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { jotAdapter } from '../testing/jot-adapter'
import { WatchedSource } from './watched-source'

let folder: string
let paths: string[]
let watched: WatchedSource
const changed = vi.fn()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-watched-'))
  paths = Array.from({ length: 1040 }, (_, index) => join(folder, `file${index}`))
  for (const path of paths) writeFileSync(path, '')
  const adapter = { ...jotAdapter, watch: async () => paths }
  const location = { id: 'pi-1', agent: 'pi', root: folder, origin: 'default' } as const
  watched = new WatchedSource({ adapter, location, key: null }, changed)
  changed.mockReset()
})
afterEach(() => {
  watched.close()
  rmSync(folder, { recursive: true, force: true })
})

const soon = () => vi.waitFor(() => expect(changed).toHaveBeenCalled(), { timeout: 2000, interval: 10 })

describe('WatchedSource', () => {
  it('is told of the first paths by the system', async () => {
    expect(await watched.refresh()).toBe(true)
    appendFileSync(paths[0] ?? '', 'x')
    await soon()
  })

  it('looks at the paths that are more than the system shall watch', async () => {
    await watched.refresh()
    await watched.poll()
    expect(changed).not.toHaveBeenCalled()
    appendFileSync(paths[1035] ?? '', 'x')
    await watched.poll()
    expect(changed).toHaveBeenCalledTimes(1)
    rmSync(paths[1036] ?? '')
    await watched.poll()
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('says whether a path came, and lets go of those that went', async () => {
    await watched.refresh()
    expect(await watched.refresh()).toBe(false)
    const late = join(folder, 'late')
    writeFileSync(late, '')
    paths = [late]
    expect(await watched.refresh()).toBe(true)
    appendFileSync(join(folder, 'file0'), 'x')
    appendFileSync(join(folder, 'file1035'), 'x')
    await watched.poll()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(changed).not.toHaveBeenCalled()
    appendFileSync(late, 'x')
    await soon()
  })

  it('polls what cannot be watched because it is not there', async () => {
    paths = [join(folder, 'not-yet')]
    await watched.refresh()
    writeFileSync(paths[0] ?? '', '')
    await watched.poll()
    expect(changed).toHaveBeenCalled()
  })
})
