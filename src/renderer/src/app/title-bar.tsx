import { Minus, Search, Settings, Square, X } from 'lucide-react'
import { call } from '../state/bridge'
import { useDialogs } from '../state/dialog-store'
import { BrandMark } from '../ui/brand-mark'
import { Icon } from '../ui/icon'
import { IconButton } from '../ui/icon-button'
import { KeyHint } from '../ui/key-hint'

const mac = navigator.platform.startsWith('Mac')

/** Our own title bar. On macOS the system keeps its three buttons, for which there is room at the start. */
export function TitleBar() {
  const show = useDialogs((state) => state.show)
  return (
    <header
      data-region="title"
      className="drag-window grid h-40 flex-none grid-cols-[minmax(110px,228px)_minmax(0,1fr)_minmax(160px,228px)] items-center border-b border-line bg-rail"
    >
      <div className={`flex items-center gap-9 font-semibold tracking-[-0.005em] ${mac ? 'invisible' : 'pl-16'}`}>
        <BrandMark />
        <span>Reprise</span>
      </div>
      <button
        type="button"
        onClick={() => show('palette')}
        aria-keyshortcuts="Control+K"
        className="no-drag flex h-28 w-full max-w-460 items-center gap-8 justify-self-center rounded-control border border-line bg-page pe-8 ps-10 text-text-3 hover:border-line-2"
      >
        <Icon of={Search} size={14} />
        <span className="trunc flex-1 text-start">Go to a session or run a command</span>
        <KeyHint keys="Ctrl K" />
      </button>
      <div className="no-drag flex h-40 items-center justify-self-end">
        <IconButton icon={Settings} label="Settings" keys="Ctrl ," className="mx-4" onClick={() => show('settings')} />
        {!mac && <WindowButtons />}
      </div>
      <div id="layer" className="no-drag" />
    </header>
  )
}

const windowButtons = [
  { action: 'minimize', label: 'Minimize', icon: Minus, size: 14 },
  { action: 'maximize', label: 'Maximize', icon: Square, size: 12 },
  { action: 'close', label: 'Close the window', icon: X, size: 16 }
] as const

function WindowButtons() {
  return windowButtons.map(({ action, label, icon, size }) => (
    <button
      key={action}
      type="button"
      aria-label={label}
      onClick={() => void call('shell.window', { action })}
      className={`grid h-40 w-42 place-items-center text-text-2 outline-offset-[-2px] ${action === 'close' ? 'hover:bg-danger-solid hover:text-on-accent' : 'hover:bg-hover'}`}
    >
      <Icon of={icon} size={size} />
    </button>
  ))
}
