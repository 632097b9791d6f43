import type { SessionSummary } from '@shared/domain/session'
import { ChevronRight, Search } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useDeferredValue, useEffect, useState } from 'react'
import { useAnswer } from '../../state/answer'
import { useDialogs } from '../../state/dialog-store'
import { useNavigation } from '../../state/navigation-store'
import { AgentGlyph } from '../../ui/agent-glyph'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { useReturnFocus } from '../../ui/use-return-focus'
import { lastPart } from '../../words/paths'

interface PaletteCommand {
  readonly name: string
  readonly keys?: string
  run(): void
}
type Choice = { kind: 'session'; session: SessionSummary } | { kind: 'command'; command: PaletteCommand }

/** Goes to a session by its words, or runs a command. `>` shows commands alone. */
export function Palette({ commands }: { commands: readonly PaletteCommand[] }) {
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
          <PaletteBody commands={commands} close={close} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteBody({ commands, close }: { commands: readonly PaletteCommand[]; close: () => void }) {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const choices = useChoices(text, commands)
  const at = Math.min(active, choices.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text starts at its first choice
  useEffect(() => setActive(0), [text])
  useEffect(() => document.getElementById(`choice-${at}`)?.scrollIntoView({ block: 'nearest' }), [at])

  const take = (choice: Choice | undefined) => {
    if (!choice) return
    close()
    // The dialog gives the focus back first; a command may move it on.
    setTimeout(() => {
      if (choice.kind === 'command') choice.command.run()
      else useNavigation.getState().open({ source: choice.session.source, id: choice.session.id })
    })
  }
  const keyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setActive((at + step + choices.length) % Math.max(1, choices.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      take(choices[at])
    }
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
          aria-activedescendant={at >= 0 ? `choice-${at}` : undefined}
          aria-label="Words of a session, or a command after >"
          placeholder="Words of a session, or > for commands"
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={keyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none placeholder:text-text-3"
        />
      </div>
      <div
        id="choices"
        role="listbox"
        aria-label="Sessions and commands"
        className="min-h-0 flex-1 overflow-y-auto p-8"
      >
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text field, which keeps the focus
          <div
            key={choice.kind === 'command' ? choice.command.name : `${choice.session.source} ${choice.session.id}`}
            id={`choice-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => take(choice)}
            onPointerMove={() => setActive(index)}
            className={classes(
              'flex min-h-32 items-center gap-10 rounded-control px-8',
              index === at && 'bg-accent-soft'
            )}
          >
            <ChoiceLine choice={choice} />
          </div>
        ))}
      </div>
      {choices.length === 0 && (
        <p className="px-16 pb-20 text-center text-second text-text-2">
          Nothing matches. Titles, prompts, workspaces and agents were looked at.
        </p>
      )}
    </>
  )
}

function ChoiceLine({ choice }: { choice: Choice }) {
  if (choice.kind === 'command') {
    return (
      <>
        <span className="grid w-18 place-items-center">
          <Icon of={ChevronRight} size={14} className="text-text-3" />
        </span>
        <span className="trunc flex-1">{choice.command.name}</span>
        {choice.command.keys && <KeyHint keys={choice.command.keys} />}
      </>
    )
  }
  const { session } = choice
  return (
    <>
      <AgentGlyph agent={session.agent} />
      <span className="trunc flex-1">{session.title}</span>
      {session.workspace && (
        <span className="trunc max-w-200 text-second text-text-3">{lastPart(session.workspace)}</span>
      )}
    </>
  )
}

function useChoices(text: string, commands: readonly PaletteCommand[]): Choice[] {
  const words = useDeferredValue(text)
  const onlyCommands = words.startsWith('>')
  const wanted = words.replace(/^>/, '').trim().toLowerCase()
  const answer = useAnswer(
    'sessions.page',
    onlyCommands ? null : { query: { ...(wanted ? { text: wanted } : {}) }, offset: 0, limit: wanted ? 20 : 7 }
  )
  const matching = commands.filter((command) =>
    wanted.split(/\s+/).every((word) => command.name.toLowerCase().includes(word))
  )
  const sessions = onlyCommands ? [] : (answer.value?.rows ?? [])
  return [
    ...sessions.map((session) => ({ kind: 'session' as const, session })),
    ...matching.map((command) => ({ kind: 'command' as const, command }))
  ]
}
