import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { useRef } from 'react'
import { Icon } from './icon'
import { layer } from './layer'

interface SelectProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
  disabled?: boolean
}

/** One of several values behind a button. */
export function Select<T extends string>({ label, value, options, onChange, disabled }: SelectProps<T>) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} disabled={disabled ?? false}>
      <Radix.Trigger
        ref={trigger}
        aria-label={label}
        className="inline-flex h-26 items-center gap-6 rounded-control border border-line-2 bg-page pe-7 ps-9 text-second font-medium whitespace-nowrap hover:bg-hover disabled:text-text-3"
      >
        <Radix.Value />
        <Icon of={ChevronDown} size={13} className="text-text-3" />
      </Radix.Trigger>
      <Radix.Portal container={placeOver(trigger.current)}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="fade-in z-50 min-w-(--radix-select-trigger-width) rounded-[10px] bg-overlay p-5 shadow-sheet"
        >
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-26 items-center gap-8 rounded-[5px] pe-10 ps-8 outline-none data-highlighted:bg-hover"
              >
                <span className="grid size-14 place-items-center">
                  <Radix.ItemIndicator>
                    <Icon of={Check} size={14} />
                  </Radix.ItemIndicator>
                </span>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** A dialog hides everything else in the page from assistive technology, our layer too; what comes after it is not hidden. */
function placeOver(trigger: HTMLElement | null): HTMLElement | undefined {
  return trigger?.closest('[role=dialog]') ? document.body : layer()
}
