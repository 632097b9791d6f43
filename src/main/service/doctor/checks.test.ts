import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source } from '@shared/domain/source'
import { describe, expect, it } from 'vitest'
import { prepareOwnFolder } from '../own-folder'
import { openSettings } from '../settings/settings-file'
import {
  checkLeaving,
  checkLibrary,
  checkOperations,
  checkOwnFolder,
  checkSettings,
  checkSource,
  checkVault
} from './checks'

const source: Source = {
  id: 's',
  agent: 'tact',
  root: '/r',
  origin: 'default',
  state: 'ok',
  sessions: 3,
  findings: [],
  scannedAt: 1
}

describe('checkOwnFolder', () => {
  it('sees that others can look in, and says how to close it', () => {
    const own = prepareOwnFolder(join(mkdtempSync(join(tmpdir(), 'reprise-doctor-')), 'own'))
    expect(checkOwnFolder(own).state).toBe('ok')
    chmodSync(own.root, 0o750)
    expect(checkOwnFolder(own)).toMatchObject({ state: 'problem', advice: `Run: chmod -R go= '${own.root}'` })
  })
})

describe('checkSettings', () => {
  it('still tells of settings that an earlier start could not read and kept beside', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'reprise-doctor-')), 'settings.json')
    expect(checkSettings(openSettings(path, 0), path).state).toBe('ok')
    writeFileSync(path, '{ nope')
    expect(checkSettings(openSettings(path, 0), path).state).toBe('problem')
    expect(checkSettings(openSettings(path, 0), path)).toMatchObject({
      state: 'notice',
      detail: expect.stringContaining(`${path}.damaged-`)
    })
  })
})

describe('checkVault', () => {
  it('names the copies with a gap, those that cannot be read, and what to do', () => {
    const copy = { kind: 'kept', session: { source: 's', id: 'x' }, checkpoint: null, label: null } as const
    const facts = { madeAt: 0, bytes: 1, kept: null }
    const whole = { ...copy, ...facts, id: 'kept-1', title: 'A', missing: 0 }
    expect(checkVault({ copies: [whole], damaged: [] }, '/v')).toMatchObject({ state: 'ok' })
    const found = checkVault(
      { copies: [whole, { ...whole, id: 'kept-2', title: 'B', missing: 2 }], damaged: ['kept-3'] },
      '/v'
    )
    expect(found).toMatchObject({ state: 'problem', advice: expect.stringContaining('/v') })
    expect(found.detail).toContain('1 of 2 copies')
    expect(found.detail).toContain('“B” (kept-2)')
    expect(found.detail).toContain('kept-3')
    expect(found.detail).not.toContain('kept-1')
  })
})

describe('checkSource', () => {
  it('counts its sessions', () => {
    expect(checkSource(source).detail).toBe('readable, 3 sessions.')
    expect(checkSource({ ...source, sessions: 1 }).detail).toBe('readable, 1 session.')
  })

  it.each([
    [{}, 'ok'],
    [{ state: 'older' as const }, 'notice'],
    [{ state: 'locked' as const }, 'problem'],
    [{ findings: [{ code: 'x', severity: 'problem' as const, what: 'Bad.' }] }, 'notice'],
    [{ findings: [{ code: 'x', severity: 'info' as const, what: 'Fine.' }] }, 'ok']
  ])('%j is %s', (more, state) => {
    expect(checkSource({ ...source, ...more }).state).toBe(state)
  })

  it('says what is wrong and what to do', () => {
    const findings = [{ code: 'x', severity: 'problem' as const, what: 'It is locked.', can: 'Close tact.' }]
    expect(checkSource({ ...source, state: 'locked', findings })).toMatchObject({
      detail: 'locked by another program, 3 sessions. It is locked.',
      advice: 'Close tact.'
    })
  })
})

describe('checkLibrary', () => {
  it('tells a later version, a rebuilt one and one in memory apart', () => {
    expect(checkLibrary({ state: 'newer', schema: 9, message: 'Later.' }, true)).toMatchObject({
      state: 'problem',
      detail: 'Later.'
    })
    expect(checkLibrary({ state: 'rebuilt', schema: 3, message: 'Again.' }, false).state).toBe('notice')
    expect(checkLibrary({ state: 'ok', schema: 3 }, true).detail).toContain('memory')
  })
})

describe('checkOperations', () => {
  it('tells of what did not come to an end', () => {
    expect(checkOperations([], 0).state).toBe('ok')
    const open = { id: 'o', state: 'interrupted' } as Parameters<typeof checkOperations>[0][number]
    expect(checkOperations([open], 10)).toMatchObject({
      state: 'problem',
      detail: expect.stringContaining('1 of them')
    })
  })
})

describe('checkLeaving', () => {
  it('F4 tells of sessions that leave and are not kept, and of copies that have no more room', () => {
    const on = { keepLeaving: true, keepLeavingBytes: 100 }
    expect(checkLeaving(0, 100, on).state).toBe('ok')
    expect(checkLeaving(3, 99, on).state).toBe('ok')
    expect(checkLeaving(3, 100, on)).toMatchObject({ state: 'notice', detail: expect.stringContaining('No more') })
    expect(checkLeaving(3, 0, { ...on, keepLeaving: false })).toMatchObject({
      state: 'notice',
      detail: '3 sessions leave within a week and are not kept.'
    })
  })
})
