import type { AgentId } from '@shared/domain/agents'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { AgentAdapter, Reading, SourceLocation } from '../agents/adapter'
import type { WritePart } from '../agents/write-part'
import { LeaseKeeper } from '../lease/lease'
import type { LeaseTimes } from '../lease/lease-times'
import { Journals } from '../operations/journal'
import { OperationBook } from '../operations/operation-book'
import type { VaultLimits } from '../vault/retention'
import { Vault } from '../vault/vault'
import { diskGateway, type Gateway } from './gateway'
import { PlanStore } from './plan-store'
import type { Grounds } from './safe-target'

/** The part of an adapter that a restore asks. */
export type RestoringAdapter = Pick<AgentAdapter, 'write'> & {
  /** How sessions of an agent that is only read are kept; where there is a write part, that one's counts. */
  readonly capture?: WritePart['capture']
}

/** What the engine needs from the rest of the service. */
export interface EngineSurroundings {
  /** Our own folder; everything that the engine keeps is in `vault`, `journal`, `plans` and `lease` there. */
  readonly ownFolder: string
  /** The person's home folder, which is never a target itself. */
  readonly home: string
  readonly adapterOf: (agent: AgentId) => RestoringAdapter | undefined
  /** The source of an id; undefined when it is not known. */
  readonly sourceOf: (source: string) => SourceLocation | undefined | Promise<SourceLocation | undefined>
  readonly readingOf: (source: SourceLocation, signal: AbortSignal) => Reading
  /** Unix ms. */
  readonly now: () => number
  /** The disk; tests give one that fails or stops. */
  readonly gateway?: Gateway
  /** What the list says of a session; null when it does not know it or may not write it down. */
  readonly aboutSession?: (session: SessionRef) => Pick<SessionSummary, 'title' | 'workspace'> | null
  /** Where the person said that a recorded folder is now; null where nothing was said of it. */
  readonly movedTo?: (source: SourceLocation, folder: string) => string | null
  /** Whether copies of sessions that their agent removes by itself stay whatever the limits are. */
  readonly keepsLeaving?: () => boolean
  /** How much the vault may hold; without, nothing is ever removed. */
  readonly vaultLimits?: () => VaultLimits
  readonly leaseTimes?: Partial<LeaseTimes>
}

/** What planning and carrying out share, each made once. */
export interface EngineParts {
  readonly about: EngineSurroundings
  readonly gateway: Gateway
  readonly grounds: Grounds
  readonly vault: Vault
  readonly journals: Journals
  readonly plans: PlanStore
  readonly lease: LeaseKeeper
  readonly book: OperationBook
}

export function engineParts(about: EngineSurroundings): EngineParts {
  const { ownFolder, home, now, gateway = diskGateway, leaseTimes } = about
  const vault = new Vault(gateway, ownFolder)
  const journals = new Journals(gateway, ownFolder)
  const lease = new LeaseKeeper(gateway, ownFolder, leaseTimes)
  return {
    about,
    gateway,
    grounds: { home, ownFolder },
    vault,
    journals,
    plans: new PlanStore(gateway, ownFolder, now),
    lease,
    book: new OperationBook(journals, vault, lease)
  }
}
