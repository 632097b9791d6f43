import type { Wanted } from '@shared/domain/desktop'
import type { ResumeLanded } from '@shared/domain/resume'
import type { SessionRef } from '@shared/domain/session'
import type { Failure } from '@shared/ipc/errors'
import type { Ask } from './tray-feed'

export interface OutsideOptions {
  readonly ask: Ask
  /** Brings up the main window and has it show this. */
  readonly show: (wanted: Wanted) => void
  /** A notification of the system; `onPress` is what a press on it does. */
  readonly tell: (title: string, body: string, onPress: () => void) => void
  /** For a failure that has no place in the window. */
  readonly failed: (what: string, failure: Pick<Failure, 'message' | 'advice'>) => void
  readonly copy: (text: string) => void
  /** Shows a file in the file manager. */
  readonly showFile: (path: string) => void
  readonly platform: NodeJS.Platform
}

/** What can be done with a session without a window: from the tray, and from the quick-resume window. */
export interface OutsideActions {
  resume(session: SessionRef): Promise<void>
  open(session: SessionRef): void
  /** Shows its checkpoints. */
  checkpoints(session: SessionRef): void
  keep(session: SessionRef): Promise<void>
  /** Copies the line that resumes it, for the usual shell of this system. */
  copy(session: SessionRef): Promise<void>
  /** Shows where it lies on disk. */
  file(session: SessionRef): Promise<void>
  /** The service has seen which session received the turn after a resume. */
  landed(landed: ResumeLanded): void
}

/** Nothing fails silently: what the pre-flight says against a resume is shown in the main window, which then comes up. */
export function outsideActions(options: OutsideOptions): OutsideActions {
  const { ask, show, tell, failed } = options
  /** Resumed from here, and not seen to go on yet; the window tells of those that were resumed in it. */
  const started = new Set<string>()
  const openIt = (session: SessionRef) => () => show({ session, show: 'session' })
  return {
    async resume(session) {
      const checked = await ask('resume.check', { session })
      // Only a sure answer starts something: the person decides about the others in the window.
      const works = checked.ok && checked.value.answer === 'works'
      if (works && (await ask('resume.start', { session })).ok) started.add(keyOf(session))
      else show({ session, show: 'resume' })
    },
    open: (session) => openIt(session)(),
    checkpoints: (session) => show({ session, show: 'checkpoints' }),
    async keep(session) {
      const kept = await ask('capture.make', { session, label: null })
      if (kept.ok) tell('A copy was kept', 'It is among the checkpoints of the session.', openIt(session))
      else failed('No copy was kept', kept.error)
    },
    async copy(session) {
      const checked = await ask('resume.check', { session })
      const shown = checked.ok ? checked.value.shown : null
      const line = shown?.[options.platform === 'win32' ? 'powershell' : 'sh'] ?? null
      // Why there is none is said in the window.
      if (line === null) return show({ session, show: 'resume' })
      options.copy(line)
      const works = checked.ok && checked.value.answer === 'works'
      const words = works ? 'Paste it into a terminal.' : 'It may not work. Press to see why.'
      tell('The resume command was copied', words, () => show({ session, show: works ? 'session' : 'resume' }))
    },
    async file(session) {
      const found = await ask('sessions.get', { session })
      if (!found.ok) failed('The file cannot be shown', found.error)
      else if (found.value.path !== null) options.showFile(found.value.path)
      else failed('The file cannot be shown', { message: 'Nothing of this session is on the disk any more.' })
    },
    landed({ session, continued }) {
      if (!started.delete(keyOf(session)) || continued === session.id) return
      const next = { source: session.source, id: continued }
      tell('The agent went on as a new session', 'Press to open it in Reprise.', openIt(next))
    }
  }
}

const keyOf = ({ source, id }: SessionRef) => `${source}\n${id}`
