import type { Inspection } from '@shared/domain/import'
import type { SessionRef } from '@shared/domain/session'
import type { RunningJob } from '@shared/ipc/bridge'
import type { Failure } from '@shared/ipc/errors'
import type { Progress } from '@shared/ipc/operation-kinds'
import { create } from 'zustand'
import { counted } from '../words/numbers'
import { useAnnouncer } from './announcer-store'
import { call, run } from './bridge'

export type ImportPhase =
  | { readonly name: 'looking'; readonly progress: Progress | null }
  | { readonly name: 'found'; readonly found: Inspection }
  | { readonly name: 'keeping'; readonly found: Inspection; readonly progress: Progress | null }
  | {
      readonly name: 'kept'
      readonly kept: readonly KeptImport[]
      /** Those that the library had already. */
      readonly already: readonly (KeptImport & { readonly at: number })[]
      readonly notKept: readonly string[]
    }
  | { readonly name: 'failed'; readonly failure: Failure }

export interface KeptImport {
  readonly session: SessionRef
  readonly title: string
}

interface ImportStore {
  /** What is looked at together; null while nothing is. */
  readonly paths: readonly string[] | null
  readonly phase: ImportPhase
  look(paths: readonly string[]): void
  /** Opens a sealed store with the key in a file. */
  lookWithKey(keyFile: string): void
  /** `sessions`: their keys, null for all; `again`: also what the library has already. */
  keep(sessions: readonly string[] | null, again: boolean): void
  /** Lets go of what was unpacked; a running job is ended. */
  close(): void
  /** Closes the sheet and keeps what was unpacked: a plan is made from it. The next import, or the end, lets go of it. */
  hide(): void
}

let job: RunningJob<unknown> | null = null

/** What was dropped on the window, opened with it, or named: looked into, then kept or put into an agent's store. */
export const useImport = create<ImportStore>((set, get) => {
  const look = (paths: readonly string[], keyFile: string | null) => {
    const [path, ...more] = paths
    if (path === undefined) return
    if (get().phase.name === 'keeping' && get().paths !== null) {
      return useAnnouncer
        .getState()
        .sayAtOnce('Sessions are being added to the library. Hand it over again afterwards.')
    }
    letGo(get())
    set({ paths, phase: { name: 'looking', progress: null } })
    const mine = run('import.inspect', { path, more, keyFile }, (progress) => {
      if (job === mine) set({ phase: { name: 'looking', progress } })
    })
    job = mine
    void mine.result.then((answer) => {
      if (job !== mine) return void (answer.ok && call('import.close', { importId: answer.value.importId }))
      job = null
      set({ phase: answer.ok ? { name: 'found', found: answer.value } : { name: 'failed', failure: answer.error } })
      useAnnouncer.getState().sayAtOnce(answer.ok ? spoken(answer.value) : answer.error.message)
    })
  }
  return {
    paths: null,
    phase: { name: 'looking', progress: null },
    look: (paths) => look(paths, null),
    lookWithKey: (keyFile) => {
      const { paths } = get()
      if (paths !== null) look(paths, keyFile)
    },
    keep: (sessions, again) => {
      const { phase } = get()
      if (phase.name !== 'found') return
      const { found } = phase
      set({ phase: { name: 'keeping', found, progress: null } })
      const input = { importId: found.importId, sessions: sessions === null ? null : [...sessions], again }
      const mine = run('import.keep', input, (progress) => {
        if (job === mine) set({ phase: { name: 'keeping', found, progress } })
      })
      job = mine
      void mine.result.then((answer) => {
        if (job !== mine) return
        job = null
        if (!answer.ok) return set({ phase: { name: 'failed', failure: answer.error } })
        const titleOf = (key: string) => found.sessions.find((one) => one.key === key)?.title ?? 'A session'
        const kept = answer.value.kept.map(({ key, session }) => ({ session, title: titleOf(key) }))
        const already = answer.value.already.map(({ key, session, at }) => ({ session, title: titleOf(key), at }))
        const notKept = answer.value.notKept.map(({ key, because }) => `${titleOf(key)}: ${because}`)
        set({ phase: { name: 'kept', kept, already, notKept } })
        useAnnouncer
          .getState()
          .sayAtOnce(
            kept.length === 1
              ? 'Added to the library.'
              : `${counted(kept.length, 'session')} were added to the library.`
          )
      })
    },
    close: () => {
      letGo(get())
      set({ paths: null })
    },
    hide: () => set({ paths: null })
  }
})

function letGo({ phase }: Pick<ImportStore, 'phase'>): void {
  job?.cancel()
  job = null
  if (phase.name === 'found' || phase.name === 'keeping') void call('import.close', { importId: phase.found.importId })
}

function spoken({ name, total, refused }: Inspection): string {
  const left = refused.length > 0 ? ` ${counted(refused.length, 'file is', 'files are')} not taken.` : ''
  return `${name}: ${counted(total, 'session')} inside.${left} Nothing was written.`
}

/** Asks for a file or folder and looks into it. */
export async function pickImport(pick: 'shell.pickFile' | 'shell.pickFolder'): Promise<void> {
  const answer = await call(pick, {})
  if (answer.ok && answer.value.path !== null) useImport.getState().look([answer.value.path])
}
