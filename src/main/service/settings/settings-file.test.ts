import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { unwrittenPipe, withoutWaiting } from '../agents/conformance/unwritten-pipe'
import { openSettings } from './settings-file'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-settings-'))
  path = join(folder, 'settings.json')
})

describe('openSettings', () => {
  it('starts with the defaults and writes nothing until something is set', () => {
    expect(openSettings(path, 0).current()).toEqual({
      ...{ theme: 'system', roots: [], singleLetterKeys: true, terminal: 'auto', programs: {} },
      ...{ vaultDays: 30, vaultBytes: 5_000_000_000, captureEvery: 'never' },
      ...{ keepLeaving: true, keepLeavingBytes: 1_000_000_000, relocations: [] },
      ...{ quickResumeKeys: 'CommandOrControl+Alt+R', keepInTray: true, toldOfTray: false, startAtLogin: false },
      ...{ indexingPaused: false }
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('keeps what was set, in a file for its owner alone', () => {
    openSettings(path, 0).set({ theme: 'dark' })
    expect(openSettings(path, 0).current().theme).toBe('dark')
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps keys that it does not know', () => {
    writeFileSync(path, JSON.stringify({ theme: 'light', fromTheFuture: { deep: 1 } }))
    const settings = openSettings(path, 0)
    settings.set({ singleLetterKeys: false })
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ theme: 'light', fromTheFuture: { deep: 1 } })
    expect(settings.current()).not.toHaveProperty('fromTheFuture')
  })

  it.each([['{ not json'], ['[]'], ['{"theme":"pink"}']])('sets a damaged file aside: %s', (text) => {
    writeFileSync(path, text)
    const settings = openSettings(path, 1000)
    expect(settings.finding?.code).toBe('reprise.settings.damaged')
    expect(settings.current().theme).toBe('system')
    const [aside] = readdirSync(folder)
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe(text)
    expect(aside).toContain('damaged')
  })

  it.skipIf(process.platform === 'win32')(
    'does not wait for a pipe, and says what is there instead of a file',
    async () => {
      unwrittenPipe(path)
      const settings = await withoutWaiting(() => openSettings(path, 0))
      expect(settings.finding).toMatchObject({ where: `${path}: it is no file`, can: 'Move it away.' })
      expect(() => settings.set({ theme: 'dark' })).toThrow(/not replaced/)
      expect(statSync(path).isFIFO()).toBe(true)
    }
  )

  it('leaves something that cannot be read as a file alone', () => {
    mkdirSync(path)
    const settings = openSettings(path, 0)
    expect(settings.finding?.code).toBe('reprise.settings.damaged')
    expect(() => settings.set({ theme: 'dark' })).toThrow(/not replaced/)
    expect(statSync(path).isDirectory()).toBe(true)
  })
})
