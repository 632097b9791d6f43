import { useId } from 'react'
import { classes } from './classes'

interface RadioGroupProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; effect?: string }[]
  /** Each possibility in a frame of its own, for the one choice that a sheet is about. */
  framed?: boolean
  onChange: (value: T) => void
}

/**
 * A choice that needs a sentence for each possibility. The platform's own radio buttons: with those of a library, which choose when the
 * focus arrives, an arrow key that was let go at once on a busy machine moved the focus and chose nothing.
 */
export function RadioGroup<T extends string>({ label, value, options, framed, onChange }: RadioGroupProps<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className="flex flex-col gap-8">
      {options.map((option) => (
        <label
          key={option.value}
          className={classes(
            'flex items-start gap-9 has-focus-visible:outline-2 has-focus-visible:outline-(--ring)',
            framed
              ? 'rounded-card border border-line-2 px-12 py-10 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-offset-1'
              : 'rounded-control has-focus-visible:outline-offset-4'
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="mt-2 size-15 flex-none appearance-none rounded-full border-[1.5px] border-control-line bg-page outline-none! checked:border-[4.5px] checked:border-accent-solid checked:bg-on-accent"
          />
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            {option.effect && <span className="block text-second text-text-2">{option.effect}</span>}
          </span>
        </label>
      ))}
    </div>
  )
}
