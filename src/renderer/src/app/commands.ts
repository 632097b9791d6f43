import { type CommandName, isOffered, runCommand } from '../state/commands'
import { useDialogs } from '../state/dialog-store'
import { pickImport } from '../state/import-store'
import { sessionTabs, useNavigation } from '../state/navigation-store'
import { rescan } from '../state/start'

export interface WindowCommand {
  readonly name: string
  /** As they are pressed, such as `Ctrl 1`; `Ctrl` is Cmd on macOS. */
  readonly keys?: string
  /** Left out where it always is; the palette shows no command that nothing would carry out. */
  isAvailable?(): boolean
  run(): void
}

/** A command that a part of the window offers while it can. */
const offered = (name: string, command: CommandName, keys?: string): WindowCommand => ({
  name,
  ...(keys && { keys }),
  isAvailable: () => isOffered(command),
  run: () => runCommand(command)
})

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
  offered('Next change', 'change.next', 'F7'),
  offered('Previous change', 'change.previous', 'Shift F7'),
  offered('Copy the difference as a patch', 'compare.copy'),
  offered('Compare the checkpoint', 'compare.now', 'c'),
  offered('Compare this session with another or a checkpoint', 'session.compare'),
  offered('Restore to this entry', 'entry.restore', 'R'),
  offered('Fork from this entry', 'entry.fork'),
  offered('Resume this session in a terminal', 'session.resume', 'Ctrl R'),
  offered('Check whether this session can be resumed', 'session.resume-check'),
  offered('Keep a copy of this session', 'session.keep'),
  offered('Export this session', 'session.export'),
  offered('Fork this session', 'session.fork'),
  offered('Delete this session', 'session.delete'),
  offered('Remove unused files of this session', 'session.collect'),
  offered('Migrate this session', 'session.migrate'),
  ...sessionTabs.map((_, index) => tabCommand(index)),
  { name: 'Fold the session list', keys: 'Ctrl \\', run: () => navigate().foldList(!navigate().listFolded) },
  { name: 'Show all sessions', run: () => navigate().show({ kind: 'all' }) },
  { name: 'Show restorable sessions', run: () => navigate().show({ kind: 'restorable' }) },
  { name: 'Show sessions that leave soon', run: () => navigate().show({ kind: 'leaving' }) },
  { name: 'Show imported sessions', run: () => navigate().show({ kind: 'imported' }) },
  { name: 'Show sessions that are gone', run: () => navigate().show({ kind: 'gone' }) },
  { name: 'Show operations', run: () => navigate().showOperations() },
  { name: 'Import a file', run: () => void pickImport('shell.pickFile') },
  { name: 'Import a folder', run: () => void pickImport('shell.pickFolder') },
  { name: 'Look for sessions again', keys: 'F5', run: () => void rescan() },
  { name: 'Settings', keys: 'Ctrl ,', run: () => useDialogs.getState().show('settings') },
  { name: 'All keys', keys: '?', run: () => useDialogs.getState().show('keys') },
  { name: 'About Reprise', run: () => useDialogs.getState().show('about') }
]
