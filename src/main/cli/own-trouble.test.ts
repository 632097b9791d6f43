import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSettings } from '../service/settings/settings-file'
import { ownTrouble } from './own-trouble'

describe('ownTrouble', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'reprise-trouble-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('tells which settings were not taken, where the old ones are, and what to do', () => {
    const path = join(folder, 'settings.json')
    writeFileSync(path, '{ nope')
    const told = ownTrouble({ settings: openSettings(path, 0) }) ?? ''
    expect(told).toContain(path)
    expect(told).toContain(`${path}.damaged-`)
    expect(told).toContain('put it back')
  })

  it('is silent when there are none, or good ones', () => {
    expect(ownTrouble({ settings: openSettings(join(folder, 'settings.json'), 0) })).toBeNull()
  })
})
