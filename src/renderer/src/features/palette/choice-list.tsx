import { classes } from '../../ui/classes'
import { ChoiceLine } from './choice-line'
import type { Choice } from './use-choices'

export const choiceId = (index: number) => `choice-${index}`

interface ChoiceListProps {
  choices: readonly Choice[]
  at: number
  onPoint: (index: number) => void
  onTake: (choice: Choice) => void
}

/** The choices below the text field, which keeps the focus. */
export function ChoiceList({ choices, at, onPoint, onTake }: ChoiceListProps) {
  return (
    <div
      id="choices"
      role="listbox"
      aria-label="Sessions and commands"
      className="min-h-0 flex-1 overflow-y-auto p-8 empty:hidden"
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the text field, which keeps the focus
        <div
          key={choice.kind === 'command' ? choice.command.name : `${choice.session.source} ${choice.session.id}`}
          id={choiceId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => onTake(choice)}
          onPointerMove={() => onPoint(index)}
          className={classes(
            'flex min-h-32 items-center gap-10 rounded-control px-8',
            index === at && 'bg-accent-soft'
          )}
        >
          <ChoiceLine choice={choice} />
        </div>
      ))}
    </div>
  )
}
