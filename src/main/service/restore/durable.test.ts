import { dirname, join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { diskGateway, systemCode } from './gateway'
import {
  engineAt,
  newTestHome,
  quietly,
  removeTestHomes,
  restoreOf,
  type TestHome,
  testSession,
  writeCheckpoint,
  writeFile
} from './testing/test-home'
import { type DiskCall, watchedGateway } from './testing/watched-gateway'

let place: TestHome

beforeEach(() => {
  place = newTestHome()
})

afterAll(removeTestHomes)

/** What a power cut could take at this moment: files with unsynced bytes, and folders with unsynced names. */
class Unsynced {
  readonly files = new Set<string>()
  readonly folders = new Set<string>()

  async see<T>({ name, path }: DiskCall, run: () => Promise<T>): Promise<T> {
    const folder = dirname(path)
    const gave = ['create', 'rename', 'link', 'makeFolder'].includes(name) && !this.folders.has(folder)
    if (name === 'write') this.files.add(path)
    if (name === 'sync') this.files.delete(path)
    if (gave) this.folders.add(folder)
    if (name === 'syncFolder') this.folders.delete(path)
    try {
      return await run()
    } catch (error) {
      // Somebody at its side was first: this call gave no name, and the other one syncs its own.
      if (gave && systemCode(error) === 'EEXIST') this.folders.delete(folder)
      throw error
    }
  }

  in(folder: string): readonly string[] {
    return [...this.files, ...this.folders].filter((path) => path === folder || path.startsWith(`${folder}/`))
  }
}

/** Looks before each call and keeps what it finds at those that `asks` names. */
function watching(asks: (call: DiskCall) => string | null): {
  readonly gateway: typeof diskGateway
  readonly found: Map<string, readonly string[]>
} {
  const unsynced = new Unsynced()
  const found = new Map<string, readonly string[]>()
  const gateway = watchedGateway(diskGateway, (call, run) => {
    const folder = asks(call)
    if (folder !== null && !found.has(`${call.name} ${call.path}`))
      found.set(`${call.name} ${call.path}`, unsynced.in(folder))
    return unsynced.see(call, run)
  })
  return { gateway, found }
}

const isSwap = ({ name, path }: DiskCall) =>
  (name === 'rename' || name === 'link') && path.startsWith(`${place.files}/`) && !path.includes('.reprise-')

function someWork(): void {
  writeFile(place, 'session.json', 'nine messages')
  writeFile(place, 'tasks.json', 'five tasks')
  writeCheckpoint(place, 'cp', { 'session.json': 'four', 'deep/er/new.json': 'once', 'tasks.json': null })
}

async function applied(gateway: typeof diskGateway): Promise<void> {
  const plan = await engineAt(place).makePlan(restoreOf(testSession, 'cp'))
  await engineAt(place, { gateway }).apply(plan.planId, plan.digest, {}, quietly)
}

it('A18 the safety copy, its list and the journal outlast a power cut before anything visible changes', async () => {
  someWork()
  // Names of files that wait for their turn are none of them: a copy of ours that is lost is only made again.
  const isOwn = (path: string) => !/\/(incoming|lease|plans)(\/|$)/.test(path.slice(place.own.length))
  const { gateway, found } = watching((call) => (isSwap(call) ? place.own : null))
  await applied(gateway)
  expect(found.size).toBeGreaterThan(1)
  for (const [call, paths] of found) expect(paths.filter(isOwn), call).toEqual([])
})

it('A14 new content is durable before it takes a place', async () => {
  someWork()
  const { gateway, found } = watching((call) => (isSwap(call) ? place.files : null))
  await applied(gateway)
  for (const [call, paths] of found)
    expect(
      paths.filter((path) => path.endsWith('.new')),
      call
    ).toEqual([])
})

it('A14 every changed name is durable before the journal says that the operation is over', async () => {
  someWork()
  const unsynced = new Unsynced()
  const atEnd: (readonly string[])[] = []
  const gateway = watchedGateway(diskGateway, (call, run) => {
    const isEnd = call.name === 'write' && String(Buffer.from(call.bytes ?? [])).includes('"type":"ended"')
    if (isEnd && call.path.startsWith(join(place.own, 'journal'))) atEnd.push(unsynced.in(place.files))
    return unsynced.see(call, run)
  })
  await applied(gateway)
  expect(atEnd).toEqual([[]])
  expect(unsynced.in(join(place.own, 'journal'))).toEqual([])
})
