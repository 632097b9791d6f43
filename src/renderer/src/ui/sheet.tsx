import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { IconButton } from './icon-button'
import { ScrollBox } from './scroll-box'
import { useReturnFocus } from './use-return-focus'

interface SheetProps {
  open: boolean
  onClose: () => void
  title: string
  /** A line under the title. */
  lead?: ReactNode
  icon?: ReactNode
  footer?: ReactNode
  children: ReactNode
  /** Width and, where it is fixed, height, as classes. Under 1000 px a large sheet fills the window. */
  className?: string
  /** What gets the focus first; the sheet itself where it is left out. */
  firstFocus?: () => HTMLElement | null | undefined
}

/** A dialog over the window. It keeps the focus inside and gives it back to the control that opened it. */
export function Sheet({ open, onClose, title, lead, icon, footer, children, className, firstFocus }: SheetProps) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-30 bg-scrim" />
        <Radix.Content
          {...(lead ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          onOpenAutoFocus={(event) => {
            // Without a better place the sheet itself has the focus: its title is read, and no button waits for Enter.
            event.preventDefault()
            const target = firstFocus?.() ?? (event.currentTarget as HTMLElement)
            target.focus()
          }}
          className={classes(
            'fade-in fixed top-1/2 left-1/2 z-30 flex max-h-[calc(100vh-48px)] -translate-1/2 flex-col overflow-hidden rounded-sheet bg-overlay shadow-sheet outline-none',
            'max-narrow:max-h-screen',
            className ?? 'w-560'
          )}
        >
          <header className="flex flex-none items-start gap-12 px-20 pt-16 pb-12">
            {icon && <span className="mt-2 text-accent">{icon}</span>}
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-title font-semibold tracking-[-0.012em]">{title}</Radix.Title>
              {lead && (
                <Radix.Description asChild>
                  <div className="mt-2 text-second text-text-2">{lead}</div>
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" keys="Esc" />
            </Radix.Close>
          </header>
          <ScrollBox label={title} className="min-h-0 flex-1 overflow-y-auto">
            {children}
          </ScrollBox>
          {footer && (
            <footer className="flex flex-none items-center gap-8 border-t border-line px-20 py-12">{footer}</footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
