import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import { fileState } from '../conformance/file-state'
import { checkHealth } from './health'
import { readSession } from './reading/read-session'
import { sessionFile, sessionsFolder } from './store/layout'
import { readBytes, sizeLimit } from './store/read-bytes'
import { readStoreState } from './store/store-state'
import { sealedKey, storeCopy, temporaryFolder } from './test-fixtures'

const sourceOf = (root: string): SourceLocation => ({ id: 'a3s-test', agent: 'a3s', root, origin: 'flag' })
const codes = (root: string) => checkHealth(sourceOf(root), null).findings.map((finding) => finding.code)

describe('checkHealth', () => {
  it('a3s-57 names the holder of the writer lease', () => {
    const { state, findings } = checkHealth(sourceOf(storeCopy('lease-takeover')), null)
    expect(state).toBe('ok')
    expect(findings).toMatchObject([{ code: 'a3s.lease.held', severity: 'info' }])
    expect(findings[0]?.what).toContain('laptop-3:77')
    expect(findings[0]?.what).toContain('epoch 3')
  })

  it.each([
    ['wal-torn', ['a3s.log.wal-line-unreadable']],
    ['wal-conflict', ['a3s.log.wal-sequence-conflict']],
    ['wal-entry-digest', ['a3s.log.wal-entry-digest']],
    ['wal-open-intent-corrupt-session', ['a3s.log.not-json']],
    ['wal-intent-renamed', ['a3s.log.unsealed']],
    ['wal-intent-not-renamed', ['a3s.log.open-intents', 'a3s.name.temporary']],
    ['wal-no-final-newline', ['a3s.log.unterminated']],
    ['wal-odd-but-valid', []],
    ['wal-crlf', []]
  ])('says what is the matter with the log of %s and touches nothing', (name, wanted) => {
    const root = storeCopy(name)
    const before = fileState(root)
    expect(codes(root)).toEqual(wanted)
    expect(checkHealth(sourceOf(root), null).state).toBe(
      wanted.some((code) => /wal-|not-json/.test(code)) ? 'partial' : 'ok'
    )
    expect(fileState(root)).toEqual(before)
  })

  it('says which checkpoints of runs are of a session that is gone, and nothing of the others', () => {
    const root = storeCopy('weather')
    const orphan = join(root, 'v1', 'loop_checkpoints', 'id_cnVuLW9ycGhhbi0z.json')
    const found = () =>
      checkHealth(sourceOf(root), null).findings.filter(({ code }) => code === 'a3s.checkpoint.orphan')
    expect(found()).toMatchObject([{ severity: 'info', where: orphan, what: expect.stringContaining('1 checkpoint') }])
    const other = join(root, 'v1', 'loop_checkpoints', 'id_cnVuLW1pZ3JhdGlvbi0x.json')
    rmSync(sessionFile(root, 'migration-half-done'))
    expect(found()[0]?.where).toBe(`${other}, ${orphan}`)
    writeFileSync(orphan, readFileSync(orphan, 'utf8').replace('session-that-is-gone', 'barometer-7f3a1c'))
    expect(found()[0]?.where).toBe(other)
    rmSync(other)
    expect(found()).toEqual([])
  })

  it('reports names that are no session names, and left-over files', () => {
    const found = codes(storeCopy('corrupt'))
    expect(found.filter((code) => code === 'a3s.name.not-a-session')).toHaveLength(5)
    expect(found).toContain('a3s.name.temporary')
  })

  it('knows a missing place and one that is no folder', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    expect(checkHealth(sourceOf(join(folder, 'nowhere')), null).state).toBe('missing')
    expect(checkHealth(sourceOf(join(folder, 'file')), null).state).toBe('unreadable')
    expect(checkHealth(sourceOf(folder), null)).toEqual({ state: 'ok', findings: [] })
  })
})

describe('readStoreState', () => {
  it('reads lease, log and names without creating the lock or the log', () => {
    const root = temporaryFolder()
    mkdirSync(sessionsFolder(root), { recursive: true })
    const before = fileState(root)
    const state = readStoreState(root, sealedKey)
    expect(state.lease).toEqual({ ok: true, value: null })
    expect(state.opening).toMatchObject({ ok: true, value: { log: [], added: [] } })
    expect(fileState(root)).toEqual(before)
  })
})

describe('readBytes', () => {
  it('a3s-19 refuses a file one byte over the limit before it is read', async () => {
    const { open } = await import('node:fs/promises')
    const root = temporaryFolder()
    mkdirSync(sessionsFolder(root), { recursive: true })
    const file = await open(sessionFile(root, 'huge'), 'w')
    await file.truncate(sizeLimit + 1)
    await file.close()
    const read = readSession({ root, path: sessionFile(root, 'huge'), id: 'huge' }, null, 'quick')
    expect(read?.state).toBe('unreadable')
    const answered = readBytes(root, sessionFile(root, 'huge'), { key: null, what: 'session file', links: 'inside' })
    expect(answered).toMatchObject({ ok: false, kind: 'too-large' })
  })

  it('a3s-12 a3s-13 follows no link out of the store for session files and the log, and links inside are fine', () => {
    const outside = storeCopy('wal-empty')
    const root = temporaryFolder()
    mkdirSync(join(root, 'v1'))
    symlinkSync(sessionsFolder(outside), join(root, 'v1', 'sessions'))
    const rules = { key: null, what: 'session file', links: 'inside' } as const
    expect(readBytes(root, sessionFile(root, 'wale-first'), rules)).toMatchObject({ kind: 'link-leaves-store' })
    symlinkSync(join(outside, 'v1', 'wal'), join(root, 'v1', 'wal'))
    expect(readStoreState(root, null).opening).toMatchObject({ ok: false, kind: 'wal-entry-invalid' })
    const linked = join(temporaryFolder(), 'link')
    symlinkSync(outside, linked)
    expect(readBytes(linked, sessionFile(linked, 'wale-first'), rules)).toMatchObject({ ok: true })
  })
})
