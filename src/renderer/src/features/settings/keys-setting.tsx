import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../ui/button'
import { KeyHint } from '../../ui/key-hint'
import { shortcutOf, shortcutWords } from '../../words/shortcut'

const mac = navigator.platform.startsWith('Mac')

interface KeysSettingProps {
  keys: string
  /** The system does not give us these keys. */
  refused: boolean
  onChange: (keys: string) => void
}

/** The keys of the quick-resume window: pressed, not typed. */
export function KeysSetting({ keys, refused, onChange }: KeysSettingProps) {
  const [listening, setListening] = useState(false)
  const listen = (event: KeyboardEvent) => {
    if (!listening || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    const next = event.key === 'Backspace' ? '' : shortcutOf(event)
    if (event.key === 'Escape' || next !== null) setListening(false)
    if (event.key !== 'Escape' && next !== null) onChange(next)
  }
  const hint = listening
    ? 'Press them now; Backspace for none, Esc to leave them'
    : 'A small window to resume from anywhere'
  return (
    <div className="flex min-h-44 items-center gap-12 border-t border-line">
      <div className="flex-1 py-8">
        <div className="font-medium">Quick resume</div>
        <div className="text-second text-text-3" aria-live="polite">
          {hint}
        </div>
        {refused && (
          <div className="text-second text-amber">
            The system does not give Reprise these keys. Choose others, or have the desktop run reprise --quick-resume
          </div>
        )}
      </div>
      {keys === '' ? <span className="text-text-2">Off</span> : <KeyHint keys={shortcutWords(keys, mac)} />}
      <Button size="small" onKeyDown={listen} onBlur={() => setListening(false)} onClick={() => setListening(true)}>
        {listening ? 'Press keys…' : 'Change keys…'}
      </Button>
    </div>
  )
}
