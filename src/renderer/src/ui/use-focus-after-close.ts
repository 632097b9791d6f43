import { useEffect } from 'react'

/** The control that opened the sheet may be gone by now, such as the Undo of what was just undone: then the pane has the focus. */
export function useFocusAfterClose(open: boolean): void {
  useEffect(() => {
    if (!open) return
    return () => {
      // The sheet gives the focus back after it has left the page.
      setTimeout(() => {
        if (document.activeElement !== document.body) return
        const content = document.querySelector<HTMLElement>('main [data-region=content]')
        const place = content?.querySelector<HTMLElement>('button, [tabindex="0"]') ?? content
        place?.focus()
      }, 50)
    }
  }, [open])
}
