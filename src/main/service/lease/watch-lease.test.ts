import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LeaseView } from '@shared/domain/lease'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { diskGateway } from '../restore/gateway'
import { LeaseKeeper } from './lease'
import { LeaseWatch } from './watch-lease'

let own: string
let heard: LeaseView[]
let watch: LeaseWatch
const never = new AbortController().signal
const keeper = () => new LeaseKeeper(diskGateway, own, { staleAfter: 1_500, refreshEvery: 1_000_000 })

beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'reprise-watch-'))
  heard = []
  const looking = keeper()
  watch = new LeaseWatch({
    folder: join(own, 'lease'),
    look: () => looking.view(),
    changed: (view) => heard.push(view),
    onProblem: (error) => {
      throw error
    }
  })
})
afterEach(async () => {
  await watch.close()
  rmSync(own, { recursive: true, force: true })
})

const states = () => heard.map(({ state }) => state)

describe('LeaseWatch', () => {
  it('tells that somebody begins to write and that it is done, each once, and says nothing while nobody does', async () => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(heard).toEqual([])
    const lease = await keeper().take(never)
    await vi.waitFor(() => expect(states()).toEqual(['other']), 1_200)
    await lease.release()
    await vi.waitFor(() => expect(states()).toEqual(['other', 'free']), 1_200)
  })

  it('notices a holder that just stops refreshing, though no file changes any more', async () => {
    await keeper().take(never)
    await vi.waitFor(() => expect(states()).toEqual(['other', 'free']), 6_000)
  })

  it('tells nothing more once it is closed', async () => {
    await watch.close()
    await (await keeper().take(never)).release()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(heard).toEqual([])
  })
})
