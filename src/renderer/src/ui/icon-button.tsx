import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from './classes'
import { Icon } from './icon'
import { Tooltip } from './tooltip'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: LucideIcon
  /** Its name, for assistive technology and as the tooltip. */
  label: string
  keys?: string
  iconSize?: number
  bordered?: boolean
  small?: boolean
}

/** A button that is only an icon; its name is never left out. */
export function IconButton({ icon, label, keys, iconSize = 16, bordered, small, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys ? { keys } : {})}>
      <button
        type="button"
        aria-label={label}
        className={classes(
          'inline-grid flex-none place-items-center text-text-2 transition-colors duration-80 hover:bg-hover hover:text-text',
          'aria-pressed:bg-hover aria-pressed:text-text data-[state=open]:bg-hover disabled:bg-transparent disabled:text-text-3',
          small ? 'size-24 rounded-[5px]' : 'size-28 rounded-control',
          bordered && 'border border-line-2 bg-raised',
          className
        )}
        {...rest}
      >
        <Icon of={icon} size={iconSize} />
      </button>
    </Tooltip>
  )
}
