import { join } from 'node:path'
import { z } from 'zod'
import { type Gateway, systemCode } from '../restore/gateway'
import {
  createDurable,
  ensureOwnFolder,
  ignore,
  ownFileMode,
  readWhole,
  removeIfThere,
  replaceOwnFile,
  writeAll
} from '../restore/own-files'
import { Holder } from './holder'

export const LeaseState = z.object({
  epoch: z.number().int(),
  holder: Holder,
  takenAt: z.number(),
  refreshedAt: z.number(),
  /** Given back; the next one may take it at once. */
  released: z.boolean(),
  /** Id of the living holder from whom a person had it taken. */
  tookFrom: z.string().optional()
})
export type LeaseState = z.infer<typeof LeaseState>

/**
 * The lease on disk: one file per epoch in `<own folder>/lease`, of which the highest counts. A takeover creates the next
 * number under a name that must not exist yet, so of two that try only one wins; writing to an older number changes nothing.
 */
export class LeaseFile {
  readonly #gateway: Gateway
  readonly folder: string

  constructor(gateway: Gateway, ownFolder: string) {
    this.#gateway = gateway
    this.folder = join(ownFolder, 'lease')
  }

  /** The highest epoch that was ever taken; 0 when none was. */
  async epoch(): Promise<number> {
    return (await this.#epochs()).at(-1) ?? 0
  }

  /** State of the highest epoch; null when there is none. One that cannot be read counts as held by nobody, since forever. */
  async read(): Promise<LeaseState | null> {
    const epoch = await this.epoch()
    if (epoch === 0) return null
    const state = await this.readEpoch(epoch)
    if (state !== null) return state
    const nobody: Holder = { id: 'unreadable', host: '', pid: 0, started: null }
    return { epoch, holder: nobody, takenAt: 0, refreshedAt: 0, released: true }
  }

  /** State of one epoch, also one of the past; null when it is not there or was cut off by a crash of the machine. */
  async readEpoch(epoch: number): Promise<LeaseState | null> {
    const bytes = await readWhole(this.#gateway, this.#pathOf(epoch))
    try {
      const parsed = LeaseState.safeParse(JSON.parse(bytes?.toString('utf8') ?? ''))
      return parsed.success ? parsed.data : null
    } catch {
      // Not JSON.
      return null
    }
  }

  /** Takes the epoch of `state`; false when another was faster. */
  async take(state: LeaseState): Promise<boolean> {
    await ensureOwnFolder(this.#gateway, this.folder)
    const temp = join(this.folder, `${state.holder.id.replaceAll(/[^\w-]/g, '-')}.tmp`)
    await removeIfThere(this.#gateway, temp)
    await createDurable(this.#gateway, temp, ownFileMode, (file) => writeAll(file, Buffer.from(JSON.stringify(state))))
    try {
      await this.#gateway.link(temp, this.#pathOf(state.epoch))
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      if (!noLinks.includes(systemCode(error))) throw error
      if (!(await this.#takeWithoutLinks(state))) return false
    } finally {
      await this.#gateway.unlink(temp).catch(ignore)
    }
    await this.#gateway.syncFolder(this.folder)
    // An epoch that was taken and tidied away in between makes ours a number of the past.
    if ((await this.epoch()) === state.epoch) return true
    await removeIfThere(this.#gateway, this.#pathOf(state.epoch))
    return false
  }

  /** Rewrites the state of its own epoch; that of a later one stays as it is. */
  async write(state: LeaseState): Promise<void> {
    await replaceOwnFile(this.#gateway, this.#pathOf(state.epoch), Buffer.from(JSON.stringify(state)))
  }

  /** Marks its own epoch as given back. One that others have tidied away stays away. */
  async giveBack(state: LeaseState): Promise<void> {
    if ((await this.#gateway.lookAt(this.#pathOf(state.epoch))) === null) return
    await this.write({ ...state, released: true })
  }

  /** Removes the epochs before this one, and names of takers that died. */
  async tidy(epoch: number): Promise<void> {
    for (const name of await this.#gateway.list(this.folder)) {
      const number = epochOf(name)
      const path = join(this.folder, name)
      const old = number === null ? name.endsWith('.tmp') && (await this.#isOld(path)) : number < epoch
      if (old) await removeIfThere(this.#gateway, path)
    }
  }

  /** A minute is far longer than anybody takes to take. */
  async #isOld(path: string): Promise<boolean> {
    const node = await this.#gateway.lookAt(path)
    return node !== null && Date.now() - Number(node.modifiedNs / 1_000_000n) > 60_000
  }

  async #takeWithoutLinks(state: LeaseState): Promise<boolean> {
    try {
      await createDurable(this.#gateway, this.#pathOf(state.epoch), ownFileMode, (file) =>
        writeAll(file, Buffer.from(JSON.stringify(state)))
      )
      return true
    } catch (error) {
      if (systemCode(error) === 'EEXIST') return false
      throw error
    }
  }

  async #epochs(): Promise<number[]> {
    if ((await this.#gateway.lookAt(this.folder)) === null) return []
    const numbers = (await this.#gateway.list(this.folder)).map(epochOf)
    return numbers.filter((number) => number !== null).sort((a, b) => a - b)
  }

  #pathOf(epoch: number): string {
    return join(this.folder, `epoch-${epoch}.json`)
  }
}

/** What file systems without hard links answer. */
export const noLinks: readonly string[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL']

function epochOf(name: string): number | null {
  const match = /^epoch-(\d{1,15})\.json$/.exec(name)
  return match ? Number(match[1]) : null
}
