import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { Icon } from './icon'

interface CheckboxProps {
  label: string
  checked: boolean | 'indeterminate'
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A box to tick. The name is for assistive technology; the visible text stands beside it. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  return (
    <Radix.Root
      aria-label={label}
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={(next) => onChange(next === true)}
      className="group inline-grid size-24 flex-none place-items-center disabled:opacity-50"
    >
      <span className="grid size-15 place-items-center rounded-badge border-[1.5px] border-control-line bg-page text-on-accent group-data-[state=checked]:border-accent-solid group-data-[state=checked]:bg-accent-solid group-data-[state=indeterminate]:border-accent-solid group-data-[state=indeterminate]:bg-accent-solid">
        <Radix.Indicator>
          <Icon of={checked === 'indeterminate' ? Minus : Check} size={11} />
        </Radix.Indicator>
      </span>
    </Radix.Root>
  )
}
