import { runCommand } from '../state/commands'
import { useDialogs } from '../state/dialog-store'
import { sessionTabs, useNavigation } from '../state/navigation-store'
import { rescan } from '../state/start'

export interface WindowCommand {
  readonly name: string
  /** As they are pressed, such as `Ctrl 1`; `Ctrl` is Cmd on macOS. */
  readonly keys?: string
  run(): void
}

const tabCommand = (index: number): WindowCommand => {
  const tab = sessionTabs[index] ?? 'transcript'
  const name = tab.replace(/^./, (first) => first.toUpperCase())
  return { name: `Show ${name}`, keys: `Ctrl ${index + 1}`, run: () => useNavigation.getState().setTab(tab) }
}
const navigate = useNavigation.getState

/** Plans with the chosen checkpoint; elsewhere in a session the checkpoints come into view first, to choose one. */
function planRestore(): void {
  if (!runCommand('restore.plan')) navigate().setTab('checkpoints')
}

/** The transcript offers its search only while it is shown. */
function find(): void {
  if (runCommand('find.open')) return
  navigate().setTab('transcript')
  setTimeout(() => runCommand('find.open'), 100)
}

/** Every command of the window. The palette lists them; their keys work everywhere outside of text fields. */
export const commands: readonly WindowCommand[] = [
  { name: 'Go to a session or run a command', keys: 'Ctrl K', run: () => useDialogs.getState().show('palette') },
  { name: 'Filter the list', keys: '/', run: () => runCommand('filter.focus') },
  { name: 'Previous prompt', keys: '[', run: () => runCommand('prompt.previous') },
  { name: 'Next prompt', keys: ']', run: () => runCommand('prompt.next') },
  { name: 'Previous checkpoint', keys: '{', run: () => runCommand('checkpoint.previous') },
  { name: 'Next checkpoint', keys: '}', run: () => runCommand('checkpoint.next') },
  { name: 'Make a restore plan', keys: 'r', run: planRestore },
  { name: 'Find in this session', keys: 'Ctrl F', run: find },
  { name: 'Next hit', keys: 'n', run: () => runCommand('hit.next') },
  { name: 'Previous hit', keys: 'N', run: () => runCommand('hit.previous') },
  { name: 'Copy the entry', keys: 'y', run: () => runCommand('entry.copy') },
  ...sessionTabs.map((_, index) => tabCommand(index)),
  { name: 'Fold the session list', keys: 'Ctrl \\', run: () => navigate().foldList(!navigate().listFolded) },
  { name: 'Show all sessions', run: () => navigate().show({ kind: 'all' }) },
  { name: 'Show restorable sessions', run: () => navigate().show({ kind: 'restorable' }) },
  { name: 'Show operations', run: () => navigate().showOperations() },
  { name: 'Look for sessions again', keys: 'F5', run: () => void rescan() },
  { name: 'Settings', keys: 'Ctrl ,', run: () => useDialogs.getState().show('settings') },
  { name: 'All keys', keys: '?', run: () => useDialogs.getState().show('keys') },
  { name: 'About Reprise', run: () => useDialogs.getState().show('about') }
]
