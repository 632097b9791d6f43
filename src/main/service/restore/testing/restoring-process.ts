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

/** Milliseconds of the clock, and of the processor in all threads together, which other work on the machine does not add to. */
interface Cost {
  readonly clock: number
  readonly processor: number
}

function stopwatch(): () => Cost {
  const began = performance.now()
  const used = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(used)
    return { clock: performance.now() - began, processor: (user + system) / 1000 }
  }
}

function floor(place: TestHome, contents: readonly Buffer[]): Cost {
  const watch = stopwatch()
  for (const copy of ['one', 'two']) {
    for (const [index, content] of contents.entries()) writeDurable(join(place.home, copy, nameOf(index)), content)
  }
  const cost = watch()
  for (const copy of ['one', 'two']) rmSync(join(place.home, copy), { recursive: true })
  return cost
}

async function restore(place: TestHome, contents: readonly Buffer[]): Promise<{ plan: Cost; apply: Cost }> {
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
  const planning = stopwatch()
  const plan = await engine.makePlan(restoreOf(testSession, 'cp'))
  const planned = planning()
  const applying = stopwatch()
  const { state } = await engine.apply(plan.planId, plan.digest, {}, quietly)
  if (state !== 'done') throw new Error(state)
  return { plan: planned, apply: applying() }
}

const place = newTestHome()
const old = Array.from({ length: files }, (_, index) => contentOf(`old ${index}`))
const next = Array.from({ length: files }, (_, index) => contentOf(`new ${index}`))
for (const [index, content] of old.entries()) writeDurable(join(place.files, nameOf(index)), content)
const before = floor(place, next)
const { plan, apply } = await restore(place, next)
const after = floor(place, next)
removeTestHomes()
const floors = { clock: (before.clock + after.clock) / 2, processor: (before.processor + after.processor) / 2 }
process.stdout.write(
  `${JSON.stringify({ floor: floors.clock, plan: plan.clock, apply: apply.clock, processor: { floor: floors.processor, apply: apply.processor } })}\n`
)
