import { createCipheriv, createHash } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlanDraft } from '../plan-draft'
import { fileSetAgent } from './file-set-agent'
import { engineAt, newTestHome, quietly, removeTestHomes, restoreOf, type TestHome, testSession } from './test-home'

/**
 * A process of its own that measures one restore of many files against writing the same bytes twice with one fsync for each file: what a safety
 * copy and new content cost at least. Prints milliseconds as one line of JSON.
 */
const [files = 1000, bytes = 100_000] = process.argv.slice(2).map(Number)

/** Content that does not compress, as good as random and the same each time. */
function contentOf(seed: string): Buffer {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes))
}

function writeDurable(path: string, content: Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'w')
  writeSync(file, content)
  fsyncSync(file)
  closeSync(file)
}

const nameOf = (index: number) => `${index % 20}/file-${index}.bin`

function floor(place: TestHome, contents: readonly Buffer[]): number {
  const began = performance.now()
  for (const copy of ['one', 'two']) {
    for (const [index, content] of contents.entries()) writeDurable(join(place.home, copy, nameOf(index)), content)
  }
  const milliseconds = performance.now() - began
  for (const copy of ['one', 'two']) rmSync(join(place.home, copy), { recursive: true })
  return milliseconds
}

async function restore(place: TestHome, contents: readonly Buffer[]): Promise<{ plan: number; apply: number }> {
  const { write } = fileSetAgent
  if (write === undefined) throw new Error('it can write')
  const approvedRoot = place.files
  const steps = contents.map((content, index) => {
    const path = join(approvedRoot, nameOf(index))
    return { id: nameOf(index), what: 'file', path, approvedRoot, content, mode: 0o600, because: 'so' } as const
  })
  const draft: PlanDraft = { title: 'T', steps, conflicts: [], cannot: [], notes: [], inputs: [] }
  const engine = engineAt(place, {
    adapterOf: () => ({ write: { ...write, plan: async () => draft, verify: async () => [] } })
  })
  const began = performance.now()
  const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
  const planned = performance.now()
  const { state } = await engine.apply(plan.planId, plan.digest, {}, quietly)
  if (state !== 'done') throw new Error(state)
  return { plan: planned - began, apply: performance.now() - planned }
}

const place = newTestHome()
const old = Array.from({ length: files }, (_, index) => contentOf(`old ${index}`))
const next = Array.from({ length: files }, (_, index) => contentOf(`new ${index}`))
for (const [index, content] of old.entries()) writeDurable(join(place.files, nameOf(index)), content)
const before = floor(place, next)
const { plan, apply } = await restore(place, next)
const after = floor(place, next)
removeTestHomes()
process.stdout.write(`${JSON.stringify({ floor: (before + after) / 2, before, after, plan, apply })}\n`)
