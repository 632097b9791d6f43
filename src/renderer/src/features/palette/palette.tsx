import { Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useDialogs } from '../../state/dialog-store'
import { useNavigation } from '../../state/navigation-store'
import { Icon } from '../../ui/icon'
import { useReturnFocus } from '../../ui/use-return-focus'
import { ChoiceList, choiceId } from './choice-list'
import { type Choice, type PaletteCommand, useChoices } from './use-choices'

interface PaletteProps {
  commands: readonly PaletteCommand[]
  /** What the typed text asks for by itself, such as a path; null for words. */
  commandOf: (text: string) => PaletteCommand | null
}

/** Goes to a session by its words, or runs a command. `>` shows commands alone. */
export function Palette({ commands, commandOf }: PaletteProps) {
  const { open, close } = useDialogs()
  const returnFocus = useReturnFocus(open === 'palette')
  return (
    <Dialog.Root open={open === 'palette'} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fade-in fixed top-88 left-1/2 z-30 flex max-h-[calc(100vh-120px)] w-640 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden rounded-sheet bg-overlay shadow-sheet"
        >
          <Dialog.Title className="sr-only">Go to a session or run a command</Dialog.Title>
          <PaletteBody commands={commands} commandOf={commandOf} close={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteBody({ commands, commandOf, close }: PaletteProps & { close: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  /** Enter was pressed before the sessions for the words were there. */
  const [entered, setEntered] = useState(false)
  const { choices, loading } = useChoices(text, commands, commandOf)
  const at = Math.min(active, choices.length - 1)
  useEffect(() => document.getElementById(choiceId(at))?.scrollIntoView({ block: 'nearest' }), [at])
  useEffect(() => {
    if (!entered || loading) return
    setEntered(false)
    take(choices[at], close)
  }, [entered, loading, choices, at, close])

  const type = (next: string) => {
    setText(next)
    setActive(0)
  }
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((at + step + choices.length) % Math.max(1, choices.length))
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex h-52 flex-none items-center gap-8 border-b border-line px-16">
        <Icon of={Search} className="text-text-3" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="choices"
          aria-activedescendant={at >= 0 ? choiceId(at) : undefined}
          aria-label="Words of a session, or a command after >"
          placeholder="Words of a session, or > for commands"
          value={text}
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none placeholder:text-text-3"
        />
      </div>
      <ChoiceList choices={choices} at={at} onPoint={setActive} onTake={(choice) => take(choice, close)} />
      {choices.length === 0 && !loading && (
        <p className="px-16 pb-20 text-center text-second text-text-2">
          Nothing matches. Titles, prompts, workspaces and agents were looked at.
        </p>
      )}
    </>
  )
}

function take(choice: Choice | undefined, close: () => void): void {
  if (!choice) return
  close()
  // The dialog gives the focus back first; a command may move it on, or open another that gives it back later.
  setTimeout(() => {
    if (choice.kind === 'command') choice.command.run()
    else useNavigation.getState().open({ source: choice.session.source, id: choice.session.id })
  }, 40)
}
