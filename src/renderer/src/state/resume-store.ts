import { agentNames } from '@shared/domain/agents'
import type { ResumeCheck, ResumeLanded } from '@shared/domain/resume'
import type { SessionRef, SessionSummary } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import { create } from 'zustand'
import { useAnnouncer } from './announcer-store'
import { call } from './bridge'
import { sameSession } from './session-key'

export type ResumePhase =
  | { readonly name: 'checking' }
  | { readonly name: 'checked'; readonly check: ResumeCheck }
  | { readonly name: 'starting'; readonly check: ResumeCheck | null }
  | { readonly name: 'failed'; readonly failure: Failure; readonly check: ResumeCheck | null }

/** What became of the last resume, told quietly beside the content. */
export interface ResumeNews {
  readonly session: SessionSummary
  /** Name of the terminal that it was started in. */
  readonly terminal: string
  /** The session that received the turn; null until one did. */
  readonly continued: string | null
}

interface ResumeStore {
  /** The session whose pre-flight the sheet shows; null while it is closed. */
  readonly session: SessionSummary | null
  readonly phase: ResumePhase
  /** The session that is checked before a start, without a sheet. */
  readonly busy: SessionRef | null
  readonly news: ResumeNews | null
  /** Starts where the pre-flight says that it works; else shows why not. */
  resume(session: SessionSummary, terminal?: string): Promise<void>
  /** Shows the pre-flight and starts nothing. */
  look(session: SessionSummary): Promise<void>
  /** Starts the session of the sheet. */
  start(terminal?: string): Promise<void>
  close(): void
  heard(landed: ResumeLanded): void
  forgetNews(): void
}

/** Names of terminals by id, as they were last found. */
async function terminalName(id: string): Promise<string> {
  const found = await call('resume.terminals', {})
  return (found.ok && found.value.terminals.find((terminal) => terminal.id === id)?.name) || id
}

const refOf = ({ source, id }: SessionSummary): SessionRef => ({ source, id })

/** Resuming a session: its pre-flight, its start, and where the turn went. */
export const useResume = create<ResumeStore>((set, get) => {
  const started = async (session: SessionSummary, terminal: string) => {
    const name = await terminalName(terminal)
    set({ session: null, busy: null, news: { session, terminal: name, continued: null } })
    useAnnouncer.getState().sayAtOnce(`${agentNames[session.agent]} was started in ${name}.`)
  }
  return {
    session: null,
    phase: { name: 'checking' },
    busy: null,
    news: null,
    async resume(session, terminal) {
      if (get().busy !== null || get().session !== null) return
      set({ busy: refOf(session) })
      const checked = await call('resume.check', { session: refOf(session) })
      if (checked.ok && checked.value.answer === 'works') {
        const answer = await call('resume.start', { session: refOf(session), ...(terminal ? { terminal } : {}) })
        if (answer.ok) return started(session, answer.value.terminal)
        set({ busy: null, session, phase: { name: 'failed', failure: answer.error, check: checked.value } })
      } else set({ busy: null, session, phase: checkedPhase(checked) })
      useAnnouncer.getState().sayAtOnce('The session was not resumed.')
    },
    async look(session) {
      set({ session, phase: { name: 'checking' } })
      const checked = await call('resume.check', { session: refOf(session) })
      if (get().session === session) set({ phase: checkedPhase(checked) })
    },
    async start(terminal) {
      const { session, phase } = get()
      if (session === null || phase.name === 'starting' || phase.name === 'checking') return
      set({ phase: { name: 'starting', check: phase.check } })
      const answer = await call('resume.start', { session: refOf(session), ...(terminal ? { terminal } : {}) })
      if (answer.ok) await started(session, answer.value.terminal)
      else if (get().session === session) set({ phase: { name: 'failed', failure: answer.error, check: phase.check } })
    },
    close: () => set({ session: null }),
    heard({ session, continued }) {
      const { news } = get()
      if (news === null || !sameSession(news.session, session)) return
      set({ news: { ...news, continued } })
      const words = continued === session.id ? 'The same session went on.' : 'The agent went on as a new session.'
      useAnnouncer.getState().say(words)
    },
    forgetNews: () => set({ news: null })
  }
})

function checkedPhase(answer: Awaited<ReturnType<typeof call<'resume.check'>>>): ResumePhase {
  if (answer.ok) return { name: 'checked', check: answer.value }
  return { name: 'failed', failure: answer.error, check: null }
}
