import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Icon } from './icon'
import { KeyHint } from './key-hint'
import { layer } from './layer'

const item =
  'flex min-h-26 items-center gap-9 rounded-[5px] px-9 outline-none data-highlighted:bg-hover data-disabled:text-text-3'

/** A menu behind a button. */
export function Menu({
  trigger,
  children,
  align = 'end'
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={layer()}>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="fade-in z-40 max-h-[min(70vh,var(--radix-dropdown-menu-content-available-height))] max-w-360 min-w-180 overflow-y-auto rounded-[10px] bg-overlay p-5 shadow-sheet"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface MenuItemProps {
  icon?: LucideIcon
  keys?: string
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, keys, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item className={item} onSelect={onSelect} disabled={disabled ?? false}>
      {icon && <Icon of={icon} size={14} className="text-text-3" />}
      <span className="min-w-0 flex-1">{children}</span>
      {keys && <KeyHint keys={keys} />}
    </Radix.Item>
  )
}

interface MenuChoiceProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** A group of menu items of which exactly one is chosen. */
export function MenuChoice<T extends string>({ label, value, options, onChange }: MenuChoiceProps<T>) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <Radix.RadioGroup aria-label={label} value={value} onValueChange={(next) => onChange(next as T)}>
        {options.map((option) => (
          <Radix.RadioItem key={option.value} value={option.value} className={item}>
            <span className="grid size-14 place-items-center">
              <Radix.ItemIndicator>
                <Icon of={Check} size={14} />
              </Radix.ItemIndicator>
            </span>
            {option.label}
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-9 pt-5 pb-3 text-small font-medium text-text-3">{children}</Radix.Label>
}

export function MenuDivider() {
  return <Radix.Separator className="mx-9 my-5 h-1 bg-line-2" />
}
