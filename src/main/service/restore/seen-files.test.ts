import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diskGateway, type NodeFacts } from './gateway'
import { SeenFiles } from './seen-files'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reprise-seen-'))
  path = join(folder, 'file')
  writeFileSync(path, 'one')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function node(): Promise<NodeFacts> {
  const facts = await diskGateway.lookAt(path)
  if (facts === null) throw new Error('it is there')
  return facts
}

/** Seen this much later, no clock is too coarse. */
const longAfter = () => Date.now() + 60_000

it('knows a file again that nobody has touched', async () => {
  const seen = new SeenFiles()
  seen.remember(path, await node(), longAfter())
  expect(seen.untouched(path, await node())).toEqual(await node())
  expect(seen.untouched(join(folder, 'other'), await node())).toBeNull()
})

it('A5 does not know a file again that was written since, also when its length and its time are the old ones', async () => {
  const seen = new SeenFiles()
  const before = statSync(path)
  const was = await node()
  seen.remember(path, was, longAfter())
  // Until the coarse clock of the file system has moved on.
  do {
    writeFileSync(path, 'two')
    utimesSync(path, before.atime, before.mtime)
  } while ((await node()).changedNs === was.changedNs)
  expect((await node()).size).toBe(was.size)
  expect(seen.untouched(path, await node())).toBeNull()
})

it('does not remember a file that had just been written: a second change might not show', async () => {
  const seen = new SeenFiles()
  seen.remember(path, await node(), Date.now())
  expect(seen.untouched(path, await node())).toBeNull()
})
