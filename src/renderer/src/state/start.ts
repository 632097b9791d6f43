import { useAnnouncer } from './announcer-store'
import { call, run, subscribe } from './bridge'
import { useDialogs } from './dialog-store'
import { useImport } from './import-store'
import { useLease } from './lease-store'
import { useLibraryStore } from './library-store'
import { useNavigation } from './navigation-store'
import { useResume } from './resume-store'
import { useServiceStore } from './service-store'
import { useSettings } from './settings-store'

/** Bundles many changes of the catalog into one look at it. */
const settle = 150

/** Connects the stores to the service's events and asks for the first content. Called once. */
export function startState(): void {
  const library = useLibraryStore.getState()
  let pending: ReturnType<typeof setTimeout> | undefined
  const loadSoon = () => {
    if (pending !== undefined) return
    pending = setTimeout(() => {
      pending = undefined
      void library.load()
    }, settle)
  }
  subscribe('service.state', (event) => {
    const before = useServiceStore.getState().generation
    useServiceStore.getState().heard(event)
    if (useServiceStore.getState().generation === before) return
    loadSoon()
    void useLease.getState().load()
  })
  subscribe('catalog.changed', ({ sessions }) => {
    library.catalogChanged(sessions)
    loadSoon()
  })
  subscribe('scan.progress', (progress) => useLibraryStore.getState().scanned(progress))
  subscribe('operations.changed', () => library.operationsChanged())
  subscribe('lease.changed', (view) => useLease.getState().heard(view))
  subscribe('resume.landed', (landed) => useResume.getState().heard(landed))
  subscribe('settings.changed', (settings) => useSettings.getState().heard(settings))
  subscribe('shell.command', ({ command }) => obey(command))
  subscribe('shell.asked', () => void showWanted().then(showOpened))
  void showWanted().then(showOpened)
  void useSettings.getState().load()
  void library.load()
  void useLease.getState().load()
}

function obey(command: 'about' | 'settings' | 'keys' | 'palette' | 'rescan' | 'operations' | 'leaving'): void {
  if (command === 'rescan') void rescan()
  else if (command === 'operations') useNavigation.getState().showOperations()
  else if (command === 'leaving') useNavigation.getState().show({ kind: 'leaving' })
  else useDialogs.getState().show(command)
}

/** What was asked for in the tray or the quick-resume window: the session, its checkpoints, or whether it can be resumed. */
async function showWanted(): Promise<void> {
  const answer = await call('shell.wanted', {})
  if (!answer.ok || answer.value.wanted === null) return
  const { session, show } = answer.value.wanted
  useDialogs.getState().close()
  useNavigation.getState().open(session, show === 'checkpoints' ? 'checkpoints' : undefined)
  if (show !== 'resume') return
  const found = await call('sessions.get', { session })
  if (!found.ok) return useAnnouncer.getState().sayAtOnce(found.error.message)
  useResume.getState().close()
  await useResume.getState().resume(found.value.session)
}

/** Files that were opened with Reprise, or dropped on its icon: all of them together. */
async function showOpened(): Promise<void> {
  const answer = await call('shell.opened', {})
  const paths = answer.ok ? answer.value.paths : []
  if (paths.length === 0) return
  useDialogs.getState().close()
  useImport.getState().look(paths)
}

/** Looks at every source again, or at one. */
export async function rescan(source?: string): Promise<void> {
  await run('scan.run', source ? { source } : {}, () => undefined).result
  await useLibraryStore.getState().load()
}

/** Opens a link in the person's browser; the shell takes https alone. */
export function openLink(url: string): void {
  void call('shell.openExternal', { url })
}
