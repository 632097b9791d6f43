import { count } from '@renderer/words/numbers'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Tooltip } from './tooltip'

interface NavItemProps {
  icon: ReactNode
  label: string
  number?: number | undefined
  /** Text instead of a number at the end of the line. */
  end?: string | undefined
  sign?: ReactNode
  current: boolean
  /** Icon alone; the name becomes a tooltip. */
  compact: boolean
  tabIndex?: number
  onPress: () => void
}

/** One line of the rail. */
export function NavItem({ icon, label, number, end, sign, current, compact, tabIndex, onPress }: NavItemProps) {
  const atEnd = end ?? (number === undefined ? undefined : count(number))
  const button = (
    <button
      type="button"
      data-nav-item
      aria-current={current ? 'page' : undefined}
      tabIndex={tabIndex}
      onClick={onPress}
      className={classes(
        'flex flex-none items-center rounded-control text-start transition-colors duration-80',
        compact ? 'relative h-32 w-36 justify-center' : 'h-28 w-full gap-9 px-8',
        current ? 'bg-hover font-medium text-text' : 'text-text-2 hover:bg-hover/60'
      )}
    >
      {icon}
      {compact ? (
        <>
          <span className="sr-only">{[label, atEnd].filter(Boolean).join(', ')}</span>
          {sign && <span className="absolute end-1 bottom-1 scale-80">{sign}</span>}
        </>
      ) : (
        <>
          <span className="trunc">{label}</span>
          {sign}
          {atEnd && (
            <span
              className={classes(
                'ml-auto text-small font-normal tabular-nums',
                current ? 'text-text-2' : 'text-text-3'
              )}
            >
              {atEnd}
            </span>
          )}
        </>
      )}
    </button>
  )
  return compact ? (
    <Tooltip text={label} side="right">
      {button}
    </Tooltip>
  ) : (
    button
  )
}
