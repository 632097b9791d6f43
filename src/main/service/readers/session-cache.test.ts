import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenedSession } from '../agents/adapter'
import { SessionCache, usualLimits } from './session-cache'

let folder: string
let log: string[]
let fingerprint: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-cache-'))
  log = []
  fingerprint = '1'
})
afterEach(() => rmSync(folder, { recursive: true }))

function opening(key: string, bytes = 10) {
  const path = join(folder, key)
  writeFileSync(path, Buffer.alloc(bytes))
  return {
    key,
    fingerprint: async () => fingerprint,
    open: async () => {
      log.push(`open ${key}`)
      return { path, close: () => void log.push(`close ${key}`) } as OpenedSession
    }
  }
}

const cacheOf = (more: Partial<typeof usualLimits> = {}) =>
  new SessionCache({ ...usualLimits, largeFrom: 1000, ...more })
const nothing = async () => undefined

describe('SessionCache', () => {
  it('opens an unchanged session once, also for two requests at a time', async () => {
    const cache = cacheOf()
    await Promise.all([cache.use(opening('a'), nothing), cache.use(opening('a'), nothing)])
    await cache.use(opening('a'), nothing)
    expect(log).toEqual(['open a'])
  })

  it('opens it again after a change, and closes the old one', async () => {
    const cache = cacheOf()
    await cache.use(opening('a'), nothing)
    fingerprint = '2'
    await cache.use(opening('a'), nothing)
    expect(log).toEqual(['open a', 'close a', 'open a'])
  })

  it('closes one that is in use only after its use', async () => {
    const cache = cacheOf()
    await cache.use(opening('a'), async () => {
      fingerprint = '2'
      await cache.use(opening('a'), nothing)
      expect(log).toEqual(['open a', 'open a'])
    })
    expect(log).toEqual(['open a', 'open a', 'close a'])
  })

  it('keeps a bounded number, and fewer large ones', async () => {
    const cache = cacheOf({ sessions: 3, large: 1 })
    for (const key of ['a', 'b', 'c', 'd']) {
      await cache.use(opening(key), nothing)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(log.filter((line) => line.startsWith('close'))).toEqual(['close a'])
    await cache.use(opening('large1', 2000), nothing)
    await new Promise((resolve) => setTimeout(resolve, 2))
    await cache.use(opening('large2', 2000), nothing)
    expect(cache.size()).toEqual({ sessions: 2, large: 1 })
    expect(log).toContain('close large1')
  })

  it('closes large ones sooner than small ones when nobody uses them', async () => {
    const cache = cacheOf()
    await cache.use(opening('small'), nothing)
    await cache.use(opening('large', 2000), nothing)
    cache.closeIdle(Date.now() + 61_000)
    expect(log).toContain('close large')
    expect(log).not.toContain('close small')
    cache.closeIdle(Date.now() + 601_000)
    expect(log).toContain('close small')
  })

  it('gives the failure of an opening to those who asked, and tries again the next time', async () => {
    const cache = cacheOf()
    const failing = { ...opening('a'), open: () => Promise.reject(new Error('no')) }
    await expect(cache.use(failing, nothing)).rejects.toThrow('no')
    await cache.use(opening('a'), nothing)
    expect(log).toEqual(['open a'])
  })
})
