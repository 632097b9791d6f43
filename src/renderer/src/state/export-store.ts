import type { BundleReport, ExportFormat } from '@shared/domain/bundle'
import type { SessionSummary } from '@shared/domain/session'
import type { RunningJob } from '@shared/ipc/bridge'
import type { Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { create } from 'zustand'
import { useAnnouncer } from './announcer-store'
import { call, run } from './bridge'

export type ExportKind = 'bundle' | ExportFormat

export interface ExportChoices {
  readonly kind: ExportKind
  readonly children: boolean
  readonly outputs: boolean
  readonly checkpoints: boolean
  readonly files: boolean
  readonly memory: boolean
  readonly configuration: boolean
  readonly images: boolean
  readonly exact: boolean
  /** Further sessions of the same source that go into the bundle. */
  readonly more: readonly SessionSummary[]
}

export type ExportPhase =
  | { readonly name: 'choosing' }
  | { readonly name: 'writing'; readonly progress: Progress | null }
  | { readonly name: 'written'; readonly path: string; readonly bytes: number; readonly masked: number }
  | { readonly name: 'failed'; readonly failure: Failure }

interface ExportStore {
  readonly session: SessionSummary | null
  readonly phase: ExportPhase
  readonly choices: ExportChoices
  /** What a bundle of these choices would hold; null until it is known, and for other kinds. */
  readonly report: BundleReport | null
  readonly reportFailure: Failure | null
  /** What the session has of each kind of parts, by the last report; empty before the first one. */
  readonly categories: BundleReport['categories']
  ask(session: SessionSummary): void
  choose(change: Partial<ExportChoices>): void
  write(): Promise<void>
  close(): void
}

const usual: ExportChoices = {
  kind: 'bundle',
  children: true,
  outputs: true,
  checkpoints: true,
  files: true,
  memory: false,
  configuration: false,
  images: false,
  exact: false,
  more: []
}
let preview: RunningJob<BundleReport> | null = null
let writing: RunningJob<unknown> | null = null

/** Writing one session into a file for somebody else. */
export const useExport = create<ExportStore>((set, get) => {
  const look = () => {
    preview?.cancel()
    preview = null
    const { session, choices } = get()
    set({ report: null, reportFailure: null })
    if (session === null || choices.kind !== 'bundle') return
    const mine = run('bundle.preview', { session: refOf(session), ...partsOf(choices) }, () => undefined)
    preview = mine
    void mine.result.then((answer) => {
      if (preview !== mine) return
      preview = null
      if (!answer.ok) return set({ reportFailure: answer.error })
      set(({ categories }) => ({ report: answer.value, categories: withOlder(answer.value.categories, categories) }))
    })
  }
  return {
    session: null,
    phase: { name: 'choosing' },
    choices: usual,
    report: null,
    reportFailure: null,
    categories: [],
    ask: (session) => {
      set({ session, phase: { name: 'choosing' }, choices: usual, categories: [] })
      look()
    },
    choose: (change) => {
      set(({ choices }) => ({ choices: { ...choices, ...change }, ...(change.more && { categories: [] }) }))
      look()
    },
    write: async () => {
      const { session, choices } = get()
      if (session === null) return
      const picked = await call('shell.pickSave', { name: fileName(session, choices.kind, choices.more.length) })
      if (!picked.ok || picked.value.path === null || get().session !== session) return
      set({ phase: { name: 'writing', progress: null } })
      const answer = await start(session, choices, picked.value.path, (progress) =>
        set({ phase: { name: 'writing', progress } })
      )
      if (get().session !== session) return
      set({ phase: answer.ok ? { name: 'written', ...answer.value } : { name: 'failed', failure: answer.error } })
      useAnnouncer.getState().sayAtOnce(answer.ok ? 'The file was written.' : answer.error.message)
    },
    close: () => {
      preview?.cancel()
      writing?.cancel()
      preview = null
      writing = null
      set({ session: null })
    }
  }
})

type Written = { ok: true; value: { path: string; bytes: number; masked: number } } | { ok: false; error: Failure }

/** The dialog has asked already whether a file that is there may be replaced. */
async function start(
  session: SessionSummary,
  choices: ExportChoices,
  path: string,
  onProgress: (progress: Progress) => void
): Promise<Written> {
  const { kind, images, exact } = choices
  if (kind === 'bundle') {
    const wish = { session: refOf(session), ...partsOf(choices), path, replace: true }
    const made = run('bundle.make', wish, onProgress)
    writing = made
    const answer = await made.result
    if (!answer.ok) return answer
    const { bytes, report } = answer.value
    return {
      ok: true,
      value: { path, bytes, masked: exact ? 0 : Object.values(report.kinds).reduce((sum, n) => sum + n, 0) }
    }
  }
  const made = run('export.make', { session: refOf(session), format: kind, images, path, replace: true }, onProgress)
  writing = made
  const answer = await made.result
  return answer.ok ? { ok: true, value: { path, bytes: answer.value.bytes, masked: answer.value.masked } } : answer
}

/** What is not looked for, since it was not chosen, is as it was when it was. */
function withOlder(now: BundleReport['categories'], before: BundleReport['categories']): BundleReport['categories'] {
  return [...now, ...before.filter(({ category }) => now.every((each) => each.category !== category))]
}

function partsOf({ kind: _kind, images: _images, more, ...parts }: ExportChoices) {
  return { ...parts, more: more.map(refOf) }
}

function refOf({ source, id }: SessionSummary) {
  return { source, id }
}

/** A name from the session's title that every system takes; `more` sessions are in a bundle beside it. */
export function fileName(
  { title, updatedAt }: Pick<SessionSummary, 'title' | 'updatedAt'>,
  kind: ExportKind,
  more = 0
): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  const day = updatedAt === null ? '' : `-${new Date(updatedAt).toISOString().slice(0, 10)}`
  const others = kind === 'bundle' && more > 0 ? `-and-${more}-more` : ''
  return `${words || 'session'}${others}${day}.${kind === 'bundle' ? 'reprise' : kind}`
}
