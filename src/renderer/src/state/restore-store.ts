import type { AgentId } from '@shared/domain/agents'
import type { ChangeRequest } from '@shared/domain/change'
import type { ApplyResult, Operation } from '@shared/domain/operation'
import type { Plan } from '@shared/domain/plan'
import type { SessionRef } from '@shared/domain/session'
import type { RunningJob } from '@shared/ipc/bridge'
import type { Envelope } from '@shared/ipc/envelope'
import type { Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { create } from 'zustand'
import { changeWords } from '../words/changes'
import { useAnnouncer } from './announcer-store'
import { call, run } from './bridge'

/** What the sheet is about: putting a session back to a checkpoint, another change of it, or taking an operation back. */
export type RestoreTarget = RestoreSubject &
  (
    | {
        readonly kind: 'restore'
        readonly session: SessionRef
        readonly checkpoint: string
        /** null where it has none. */
        readonly label: string | null
        readonly at: number | null
      }
    | {
        readonly kind: 'change'
        readonly change: ChangeRequest
        /** The sheet's title while it is planned. */
        readonly heading: string
        /** What follows the agent's name below the title. */
        readonly aim: string
      }
    | {
        /** A session from elsewhere becomes one of its agent's. */
        readonly kind: 'import'
        readonly make: () => Promise<Envelope<Plan>>
        readonly heading: string
        readonly aim: string
      }
    | { readonly kind: 'undo'; readonly operation: string; readonly undoes: Operation['kind'] }
  )

/** Known before the plan is there, so that the sheet says at once what it is about. */
interface RestoreSubject {
  readonly agent: AgentId
  /** Title of the session, or of the operation that is undone. */
  readonly title: string
}

export type RestorePhase =
  | { readonly name: 'planning' }
  | { readonly name: 'plan'; readonly plan: Plan }
  | { readonly name: 'applying'; readonly plan: Plan; readonly progress: Progress | null }
  | { readonly name: 'result'; readonly plan: Plan; readonly result: ApplyResult }
  /** `results` where something was done before it failed. */
  | {
      readonly name: 'failed'
      readonly failure: Failure
      readonly during: 'planning' | 'applying'
      readonly results: ApplyResult['results']
    }

interface RestoreStore {
  readonly target: RestoreTarget | null
  readonly phase: RestorePhase
  /** Conflict id to the option that was chosen; a conflict that is not in here takes its default, which keeps. */
  readonly choices: Readonly<Record<string, string>>
  open(target: RestoreTarget): void
  choose(conflict: string, option: string): void
  /** Makes the plan again, from what is there now. */
  replan(): void
  apply(): void
  cancel(): void
  close(): void
}

let job: RunningJob<ApplyResult> | null = null
/** Counts up with every plan that is asked for, so that an answer that comes too late is dropped. */
let asked = 0

/** The one restore or undo that the window shows. */
export const useRestore = create<RestoreStore>((set, get) => {
  const makePlan = async (target: RestoreTarget) => {
    const mine = ++asked
    const envelope = await planFor(target)
    if (mine !== asked) return
    if (envelope.ok) set({ phase: { name: 'plan', plan: envelope.value } })
    else set({ phase: { name: 'failed', failure: envelope.error, during: 'planning', results: [] } })
  }
  const open = (target: RestoreTarget) => {
    set({ target, phase: { name: 'planning' }, choices: {} })
    void makePlan(target)
  }
  return {
    target: null,
    phase: { name: 'planning' },
    choices: {},
    open,
    choose: (conflict, option) => set((last) => ({ choices: { ...last.choices, [conflict]: option } })),
    replan: () => {
      const { target } = get()
      if (target) open(target)
    },
    apply: () => {
      const { phase, choices } = get()
      if (phase.name !== 'plan') return
      const { plan } = phase
      // The same words twice would be heard once.
      useAnnouncer.getState().sayAtOnce('')
      set({ phase: { name: 'applying', plan, progress: null } })
      const input = { planId: plan.planId, digest: plan.digest, choices: { ...choices } }
      const started = run('plan.apply', input, (progress) =>
        set((last) => (last.phase.name === 'applying' ? { phase: { name: 'applying', plan, progress } } : {}))
      )
      job = started
      void started.result.then((envelope) => {
        if (job === started) job = null
        set({ phase: envelope.ok ? { name: 'result', plan, result: envelope.value } : failed(envelope.error) })
        useAnnouncer.getState().sayAtOnce(envelope.ok ? spoken(plan, envelope.value) : envelope.error.message)
      })
    },
    cancel: () => job?.cancel(),
    close: () => {
      // A running apply is not left alone by closing its sheet: it has to end first.
      if (get().phase.name === 'applying') return
      asked++
      set({ target: null })
    }
  }
})

function planFor(target: RestoreTarget): Promise<Envelope<Plan>> {
  if (target.kind === 'undo') return call('plan.undo', { operation: target.operation })
  return target.kind === 'import' ? target.make() : call('plan.make', changeOf(target))
}

function changeOf(target: Exclude<RestoreTarget, { kind: 'undo' | 'import' }>): ChangeRequest {
  if (target.kind === 'change') return target.change
  return { kind: 'restore', session: target.session, checkpoint: target.checkpoint }
}

function failed(failure: Failure): RestorePhase {
  const results = failure.data?.results
  return {
    name: 'failed',
    failure,
    during: 'applying',
    results: Array.isArray(results) ? (results as Operation['results']) : []
  }
}

function spoken(plan: Plan, result: ApplyResult): string {
  if (result.state === 'rolled-back') return 'It did not succeed. Everything was put back as it was.'
  const done = changeWords(plan.kind).done.replace(/^./, (first) => first.toUpperCase())
  return plan.kind === 'undo' ? 'Undone and checked.' : `${done} and checked. Undo is possible.`
}
