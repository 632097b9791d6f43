import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { BlobStore } from '../vault/blob-store'
import { type Gateway, systemCode } from './gateway'
import { ensureOwnFolder, readWhole, replaceOwnFile } from './own-files'
import { digestOf, StoredPlan } from './stored-plan'

/** How long a plan may be applied. */
export const planLifetime = 60 * 60 * 1000
/** How much longer it is remembered, so that "expired" can be said instead of "unknown". */
const remembered = 24 * 60 * 60 * 1000

const planId = /^plan-[0-9a-f]{16}$/

/** Plans in `<own folder>/plans`, one folder each: the plan, and the content that it would write. */
export class PlanStore {
  readonly #gateway: Gateway
  readonly #folder: string
  readonly #now: () => number

  constructor(gateway: Gateway, ownFolder: string, now: () => number) {
    this.#gateway = gateway
    this.#folder = join(ownFolder, 'plans')
    this.#now = now
  }

  newId(): string {
    return `plan-${randomBytes(8).toString('hex')}`
  }

  /** Content that belongs to a plan and goes when the plan does. */
  contentOf(id: string): BlobStore {
    return new BlobStore(this.#gateway, join(this.#folder, id, 'content'))
  }

  async save(stored: StoredPlan): Promise<void> {
    const folder = join(this.#folder, stored.plan.planId)
    await ensureOwnFolder(this.#gateway, folder)
    await replaceOwnFile(this.#gateway, join(folder, 'plan.json'), Buffer.from(JSON.stringify(stored)))
  }

  /** Throws `plan.expired`, or `not.found`, also when the stored plan is not what was saved. */
  async load(id: string): Promise<StoredPlan> {
    const bytes = planId.test(id) ? await readWhole(this.#gateway, join(this.#folder, id, 'plan.json')) : null
    if (bytes === null) fail('not.found', `There is no plan ${id}.`, { advice: 'Make a new plan.' })
    const stored = parse(bytes)
    if (stored === null || stored.plan.planId !== id || digestOf(stored) !== stored.plan.digest) {
      fail('not.found', `The stored plan ${id} is damaged.`, { advice: 'Make a new plan.' })
    }
    if (this.#now() >= stored.plan.expiresAt) {
      fail('plan.expired', 'This plan is older than an hour.', { advice: 'Make a new plan and look at it again.' })
    }
    return stored
  }

  /** Removes the content of expired plans, and a day later the plans. */
  async prune(): Promise<void> {
    if ((await this.#gateway.lookAt(this.#folder)) === null) return
    for (const id of await this.#gateway.list(this.#folder)) {
      const node = await this.#gateway.lookAt(join(this.#folder, id))
      if (node?.kind !== 'folder' || !planId.test(id)) continue
      const age = this.#now() - Number(node.modifiedNs / 1_000_000n)
      if (age > planLifetime) await removeTree(this.#gateway, join(this.#folder, id, 'content'))
      if (age > planLifetime + remembered) await removeTree(this.#gateway, join(this.#folder, id))
    }
  }
}

function parse(bytes: Buffer): StoredPlan | null {
  try {
    const parsed = StoredPlan.safeParse(JSON.parse(bytes.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    // Cut off: the caller says that it is damaged.
    return null
  }
}

/** Only ever called with a folder of a plan of ours. */
async function removeTree(gateway: Gateway, path: string): Promise<void> {
  const node = await gateway.lookAt(path)
  if (node === null) return
  if (node.kind !== 'folder') return gateway.unlink(path)
  for (const name of await gateway.list(path)) await removeTree(gateway, join(path, name))
  await gateway.removeFolder(path).catch((error) => {
    if (systemCode(error) !== 'ENOENT') throw error
  })
}
