import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { KeyHint } from './key-hint'
import { layer } from './layer'

export const TooltipProvider = Radix.Provider

interface TooltipProps {
  text: string
  keys?: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}

/** Says the name of what is under the pointer or has the focus. Nothing may be known only from a tooltip. */
export function Tooltip({ text, keys, side = 'bottom', children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal container={layer()}>
        <Radix.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
          className="fade-in z-50 flex max-w-320 items-center gap-8 rounded-control bg-overlay px-8 py-4 text-second text-text-2 shadow-sheet"
        >
          {text}
          {keys && <KeyHint keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
