import { ToggleGroup } from 'radix-ui'
import type { ReactNode } from 'react'

interface SegmentedProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: ReactNode }[]
  onChange: (value: T) => void
}

/** A few choices side by side, exactly one of them chosen. */
export function Segmented<T extends string>({ label, value, options, onChange }: SegmentedProps<T>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // An empty value means that the chosen one was pressed again; it stays chosen.
      onValueChange={(next) => next && onChange(next as T)}
      className="inline-flex gap-2 rounded-[7px] bg-hover p-2"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-24 items-center gap-6 rounded-[5px] px-10 text-second font-medium text-text-2 data-[state=on]:bg-page data-[state=on]:text-text data-[state=on]:shadow-[0_0_0_1px_var(--line-2)]"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
