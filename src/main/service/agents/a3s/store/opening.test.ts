import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fixtureJson, sealedKey, storeCopy, wrongKey } from '../test-fixtures'
import { walFile } from './layout'
import { previewOpening } from './opening'
import { readWal } from './wal'
import { parseWalLine, type WalEntry, walEntryProblem, walLine } from './wal-entry'

interface OpenOutcome {
  readonly open: string
  readonly error?: string
  readonly logAfter: readonly string[] | string
  readonly reopen?: string
  readonly addedLines?: readonly string[]
}

interface WalOutcome {
  readonly case: string
  readonly store: string
  readonly strict?: OpenOutcome
  readonly recovering?: OpenOutcome
}

const outcomes = fixtureJson<readonly WalOutcome[]>('outcomes-a3s.json').filter((row) => row.strict !== undefined)
const words = (entries: readonly WalEntry[]) =>
  entries.map((entry) => `${entry.sequence} ${entry.phase} ${entry.sessionId}`)

describe('previewOpening', () => {
  it.each(outcomes.map((row) => [row.case, row] as const))(
    'a3s-37 a3s-38 a3s-39 a3s-40 a3s-41 says what the crate does with %s and touches nothing',
    (_, row) => {
      const root = storeCopy(row.store)
      const before = walBytes(root)
      for (const mode of ['strict', 'recovering'] as const) {
        const wanted = row[mode]
        if (wanted === undefined) continue
        const opening = previewOpening(root, mode, null)
        expect(opening.ok ? 'ok' : opening.kind).toBe(wanted.open)
        if (!opening.ok) {
          if (mode === 'strict')
            expect(withoutPlace(wanted.error ?? '')).toBe(withoutPlace(opening.error.replaceAll(root, '<store>')))
          continue
        }
        expect(words(opening.value.log)).toEqual(wanted.logAfter)
        if (mode === 'strict') expect(opening.value.added.map(walLine)).toEqual(trimmed(wanted.addedLines))
        expect(opening.value.nextSaveBreaksLog).toBe(wanted.reopen !== 'ok')
      }
      expect(walBytes(root)).toEqual(before)
    }
  )

  it('does not open a sealed store with an open intent without the right key', () => {
    const root = storeCopy('sealed')
    const intent = walLine({
      sequence: 99n,
      sessionId: 'sealed-two',
      snapshotDigest: `sha256:${'a'.repeat(64)}`,
      phase: 'intent',
      recordedAtMs: 1n
    })
    writeFileSync(walFile(root), `${readFileSync(walFile(root), 'utf8')}${intent}\n`)
    expect(previewOpening(root, 'strict', null)).toMatchObject({ ok: false, kind: 'sealed-without-key' })
    expect(previewOpening(root, 'recovering', wrongKey)).toMatchObject({ ok: false, kind: 'decryption-failed' })
    expect(previewOpening(root, 'strict', sealedKey).ok).toBe(true)
  })

  it('a3s-13 does not open a store whose log is a link to a file outside', () => {
    const row = fixtureJson<readonly { case: string; error?: string }[]>('outcomes-a3s.json').find(
      ({ case: name }) => name === 'links: the log is a link to a file outside'
    )
    const root = storeCopy('wal-empty')
    const outside = walFile(storeCopy('wal-crlf'))
    rmSync(walFile(root))
    symlinkSync(outside, walFile(root))
    const opening = previewOpening(root, 'strict', null)
    const error = opening.ok ? '' : opening.error.replaceAll(root, '<store>/root')
    expect(opening).toMatchObject({ ok: false, kind: 'wal-entry-invalid' })
    expect(error).toBe(row?.error)
  })

  it('knows that a log at the highest sequence overflows', () => {
    const root = storeCopy('wal-empty')
    const entry: WalEntry = {
      sequence: 18446744073709551615n,
      sessionId: 'wale-first',
      snapshotDigest: `sha256:${'a'.repeat(64)}`,
      phase: 'committed',
      recordedAtMs: 1n
    }
    writeFileSync(walFile(root), `${walLine(entry)}\n`)
    expect(previewOpening(root, 'strict', null)).toMatchObject({ ok: false, kind: 'wal-sequence-maximum' })
  })
})

describe('readWal', () => {
  it('a3s-36 reads two lines for each save, intent then commit, with one sequence', () => {
    const wal = readWal(storeCopy('weather'))
    if (!wal.ok) throw new Error(wal.error)
    expect(wal.value.entries).toHaveLength(126)
    for (let index = 0; index < 126; index += 2) {
      const [intent, commit] = wal.value.entries.slice(index, index + 2)
      expect([intent?.phase, commit?.phase]).toEqual(['intent', 'committed'])
      expect(commit?.sequence).toBe(intent?.sequence)
      expect(commit?.snapshotDigest).toBe(intent?.snapshotDigest)
    }
  })

  it('has the digests of the growing session in the order of its saves', () => {
    const { growing } = fixtureJson<{ growing: { id: string; digestsInOrder: readonly string[] } }>('vectors-a3s.json')
    const wal = readWal(storeCopy('weather'))
    const commits = wal.ok ? wal.value.entries.filter((e) => e.sessionId === growing.id && e.phase === 'committed') : []
    expect(commits.map((entry) => entry.snapshotDigest)).toEqual(growing.digestsInOrder)
  })
})

describe('parseWalLine', () => {
  const vectors = fixtureJson<{ walEntries: readonly string[] }>('vectors-a3s.json')

  it('reads the crate’s own lines and writes them back byte for byte', () => {
    for (const line of vectors.walEntries) {
      const entry = parseWalLine(Buffer.from(line), 'log')
      if (!entry.ok) throw new Error(entry.error)
      expect(walLine(entry.value)).toBe(line)
    }
  })

  it('a3s-33 refuses sequence 0, an empty id, a line feed in an id and a bad digest', () => {
    const entry: WalEntry = {
      sequence: 1n,
      sessionId: 's',
      snapshotDigest: `sha256:${'a'.repeat(64)}`,
      phase: 'intent',
      recordedAtMs: 1n
    }
    expect(walEntryProblem(entry)).toBeNull()
    const wrong = [{ sequence: 0n }, { sessionId: '' }, { sessionId: 'a\nb' }, { snapshotDigest: 'sha256:AA' }]
    for (const change of wrong) {
      expect(walEntryProblem({ ...entry, ...change })).not.toBeNull()
      const line = walLine({ ...entry, ...change })
      expect(parseWalLine(Buffer.from(line), 'log')).toMatchObject({ ok: false, kind: 'wal-entry-invalid' })
    }
  })
})

function walBytes(root: string): Buffer {
  return readFileSync(walFile(root))
}

/** Messages of lines parsed straight to their type end with a place; only the words are compared. */
function withoutPlace(message: string): string {
  return message.replace(/ at line \d+ column \d+$/, '')
}

function trimmed(lines: readonly string[] = []): readonly string[] {
  return lines.map((line) => line.trimEnd())
}
