import { create } from 'zustand'

export type Dialog = 'settings' | 'about' | 'keys' | 'palette'

interface DialogStore {
  readonly open: Dialog | null
  show(dialog: Dialog): void
  close(): void
}

/** At most one of the window's own dialogs is open. */
export const useDialogs = create<DialogStore>((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null })
}))
