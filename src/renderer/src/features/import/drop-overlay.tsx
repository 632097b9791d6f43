import { PackageOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useImport } from '../../state/import-store'
import { Icon } from '../../ui/icon'
import { pathsInText } from './paths-in-text'

/** Takes files that are dropped anywhere on the window, and paths that are pasted outside of a text field, one on each line; says so while something is held over it. */
export function DropOverlay() {
  const [isOver, setOver] = useState(false)
  useEffect(() => listen(setOver), [])
  if (!isOver) return null
  return (
    <div
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-page/90 backdrop-blur-sm"
      aria-hidden="true"
    >
      <div className="absolute inset-12 rounded-sheet border-2 border-dashed border-accent" />
      <div className="flex flex-col items-center gap-8 text-center">
        <Icon of={PackageOpen} size={36} className="text-accent" />
        <p className="pt-4 text-title font-semibold">Drop to look inside</p>
        <p className="text-text-2">Nothing is written until you choose where it goes.</p>
        <p className="text-second text-text-3">
          Reprise bundles, session files and folders of agents, also several at once
        </p>
      </div>
    </div>
  )
}

/** The page would open a dropped file in the place of the app, so every drop is ours. Returns what ends it. */
function listen(setOver: (over: boolean) => void): () => void {
  let depth = 0
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  const enter = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth += 1
    setOver(true)
  }
  const leave = (event: DragEvent) => {
    if (!hasFiles(event)) return
    depth = Math.max(0, depth - 1)
    if (depth === 0) setOver(false)
  }
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
  }
  const drop = (event: DragEvent) => {
    depth = 0
    setOver(false)
    const paths = pathsOf(event.dataTransfer)
    if (!hasFiles(event)) return
    event.preventDefault()
    look(paths)
  }
  const paste = (event: ClipboardEvent) => {
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')) return
    const files = pathsOf(event.clipboardData)
    look(files.length > 0 ? files : pathsInText(event.clipboardData?.getData('text/plain') ?? ''))
  }
  const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop, paste }
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener as EventListener)
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      window.removeEventListener(name, listener as EventListener)
  }
}

function look(paths: readonly string[]): void {
  if (paths.length > 0) useImport.getState().look(paths)
}

/** Where files lie that were handed over; something that lies nowhere, such as a picture out of a page, is none. */
function pathsOf(data: DataTransfer | null): readonly string[] {
  return [...(data?.files ?? [])].map((file) => window.reprise.pathForFile(file)).filter((path) => path !== '')
}
