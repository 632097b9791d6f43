import { RadioGroup as Radix } from 'radix-ui'

interface RadioGroupProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string; effect?: string }[]
  onChange: (value: T) => void
}

/** A choice that needs a sentence for each possibility. */
export function RadioGroup<T extends string>({ label, value, options, onChange }: RadioGroupProps<T>) {
  return (
    <Radix.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="flex flex-col gap-8"
    >
      {options.map((option) => (
        <Radix.Item
          key={option.value}
          value={option.value}
          className="group flex items-start gap-9 rounded-control text-start"
        >
          <span className="mt-2 size-15 flex-none rounded-full border-[1.5px] border-control-line bg-page group-data-[state=checked]:border-[4.5px] group-data-[state=checked]:border-accent-solid group-data-[state=checked]:bg-on-accent" />
          <span className="min-w-0">
            <span className="block font-medium">{option.label}</span>
            {option.effect && <span className="block text-second text-text-2">{option.effect}</span>}
          </span>
        </Radix.Item>
      ))}
    </Radix.Root>
  )
}
