import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settledDraft } from './draft-parts'
import { diskGateway } from './gateway'
import type { Natives } from './natives'
import type { PlanDraft } from './plan-draft'

const noNatives: Natives = { read: async () => null, exchange: async () => undefined }

let folder: string
let target: string
let checkpoint: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-draft-'))
  target = join(folder, 'session.json')
  checkpoint = join(folder, 'checkpoint.json')
  writeFileSync(target, 'live 0')
  writeFileSync(checkpoint, 'kept')
  await pause(60)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A draft whose content depends on what it read of the live file. */
function draftOf(read: string): PlanDraft {
  const content = Buffer.from(`from ${read}`)
  const step = { id: 'session', what: 'session', path: target, approvedRoot: folder, content, mode: 0o600 } as const
  return { title: 't', steps: [{ ...step, because: '' }], conflicts: [], cannot: [], notes: [], inputs: [checkpoint] }
}

const contentOf = (draft: PlanDraft) => Buffer.from(draft.steps[0]?.content ?? []).toString()

describe('settledDraft', () => {
  it('asks once when nothing is being written', async () => {
    let asked = 0
    await settledDraft(diskGateway, noNatives, async () => {
      asked += 1
      return draftOf(readFileSync(target, 'utf8'))
    })
    expect(asked).toBe(1)
  })

  it.each([
    ['target', () => target],
    ['checkpoint', () => checkpoint]
  ])('asks again when the %s was written while the draft was made', async (_, path) => {
    let asked = 0
    const draft = await settledDraft(diskGateway, noNatives, async () => {
      asked += 1
      const made = draftOf(readFileSync(target, 'utf8'))
      if (asked === 1) writeFileSync(path(), 'live 1')
      return made
    })
    expect(asked).toBeGreaterThan(1)
    expect(contentOf(draft)).toBe(`from ${readFileSync(target, 'utf8')}`)
  })

  it('lets a write-ahead log be opened by whoever reads it: only a write into it counts', async () => {
    const log = join(folder, 'store.sqlite3-wal')
    writeFileSync(log, '')
    await pause(60)
    const asked = async (touch: () => void) => {
      let count = 0
      await settledDraft(diskGateway, noNatives, async () => {
        count += 1
        if (count === 1) touch()
        return { ...draftOf(''), inputs: [log] }
      })
      return count
    }
    // What SQLite does to it whenever an administrator opens it.
    expect(await asked(() => chmodSync(log, 0o600))).toBe(1)
    expect(await asked(() => appendFileSync(log, 'frames'))).toBeGreaterThan(1)
  })

  it('gives up on a file that never rests, and says which', async () => {
    const failing = settledDraft(diskGateway, noNatives, async () => {
      const made = draftOf(readFileSync(target, 'utf8'))
      writeFileSync(target, `live ${Math.random()}`)
      return made
    })
    await expect(failing).rejects.toMatchObject({ failure: { code: 'source.locked', data: { path: target } } })
  })
})
