import { useEffect } from 'react'
import { runCommand } from '../state/commands'
import { useCompare } from '../state/compare-store'
import { useDialogs } from '../state/dialog-store'
import { useKeep } from '../state/keep-store'
import { useLabel } from '../state/label-store'
import { useRestore } from '../state/restore-store'
import { useResume } from '../state/resume-store'
import { useSettings } from '../state/settings-store'
import { commands } from './commands'
import { focusNextRegion } from './regions'

/** The application menu has some of these keys too. The page gets them first, and what it takes the menu does not do again. */
const byKeys = new Map(commands.flatMap((command) => (command.keys ? [[command.keys, command]] : [])))

/** Listens to the keys that work wherever the focus is. Behind a dialog nothing moves. */
export function useWindowKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      const dialogs = [
        useDialogs.getState().open,
        useRestore.getState().target,
        useKeep.getState().session,
        useResume.getState().session,
        useLabel.getState().copy,
        useCompare.getState().choosing
      ]
      const behind = dialogs.some((dialog) => dialog !== null)
      if (!behind) action()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** What a key asks for; undefined when it is not one of ours. */
function actionOf(event: KeyboardEvent): (() => void) | undefined {
  if (event.key === 'F6') return () => focusNextRegion(event.shiftKey ? -1 : 1)
  if (event.key === 'Escape') return comesFromDetail(event) ? () => runCommand('list.focus') : undefined
  const held = event.ctrlKey || event.metaKey
  if (!held && document.activeElement === document.body && startsInList(event)) return () => runCommand('list.focus')
  if (event.altKey || (!held && !/^F[57]$/.test(event.key) && !letterCounts(event))) return undefined
  if (event.key === 'F7' && event.shiftKey) return byKeys.get('Shift F7')?.run
  return byKeys.get(held ? `Ctrl ${event.key.toUpperCase()}` : event.key)?.run
}

/** With the focus nowhere, the keys that move in a list go to the list of sessions. */
function startsInList(event: KeyboardEvent): boolean {
  const { singleLetterKeys } = useSettings.getState().settings
  return ['ArrowDown', 'ArrowUp', ...(singleLetterKeys ? ['j', 'k'] : [])].includes(event.key)
}

/** Escape goes back to the list from anything in the detail pane that has no use for it. */
function comesFromDetail(event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.closest('main') !== null && !event.target.closest('input')
}

/** Single letters count outside of text fields, menus and dialogs, and only where they are switched on. */
function letterCounts(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null
  const busy = target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]')
  return !busy && useSettings.getState().settings.singleLetterKeys
}
