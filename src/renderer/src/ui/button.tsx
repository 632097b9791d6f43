import type { ComponentProps } from 'react'
import { classes } from './classes'

const looks = {
  main: 'border-transparent bg-accent-solid text-on-accent hover:brightness-110',
  plain: 'border-line-2 bg-raised hover:bg-hover',
  ghost: 'border-transparent text-text-2 hover:bg-hover hover:text-text',
  danger: 'border-transparent bg-danger-solid text-on-accent hover:brightness-110'
}
const sizes = {
  small: 'h-24 rounded-[5px] px-8 text-second',
  medium: 'h-28 rounded-control px-10',
  large: 'h-32 rounded-control px-14'
}

export type ButtonProps = ComponentProps<'button'> & { look?: keyof typeof looks; size?: keyof typeof sizes }

/** A button with words. One `main` button a view. */
export function Button({ look = 'plain', size = 'medium', className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={classes(
        'inline-flex flex-none items-center gap-6 border font-medium whitespace-nowrap transition-colors duration-80',
        'disabled:border-line disabled:bg-transparent disabled:text-text-3',
        looks[look],
        sizes[size],
        className
      )}
      {...rest}
    />
  )
}
