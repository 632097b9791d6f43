import type { Wanted } from '@shared/domain/desktop'
import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import type { Ask } from './tray-feed'

export interface OutsideOptions {
  readonly ask: Ask
  /** Brings up the main window and has it show this. */
  readonly show: (wanted: Wanted) => void
  readonly tell: (title: string, body: string) => void
  /** For a failure that has no place in the window. */
  readonly failed: (what: string, failure: Failure) => void
}

/** What can be done with a session without a window: from the tray, and from the quick-resume window. */
export interface OutsideActions {
  resume(session: SessionRef): Promise<void>
  open(session: SessionRef): void
  keep(session: SessionRef): Promise<void>
}

/** Nothing fails silently: what the pre-flight says against a resume is shown in the main window, which then comes up. */
export function outsideActions({ ask, show, tell, failed }: OutsideOptions): OutsideActions {
  return {
    async resume(session) {
      const checked = await ask('resume.check', { session })
      // Only a sure answer starts something: the person decides about the others in the window.
      if (checked.ok && checked.value.answer === 'works' && (await ask('resume.start', { session })).ok) return
      show({ session, show: 'resume' })
    },
    open: (session) => show({ session, show: 'session' }),
    async keep(session) {
      const kept = await ask('capture.make', { session, label: null })
      if (kept.ok) tell('A copy was kept', 'It is among the checkpoints of the session.')
      else failed('No copy was kept', kept.error)
    }
  }
}
