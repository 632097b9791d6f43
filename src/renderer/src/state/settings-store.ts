import type { Settings } from '@shared/domain/settings'
import { create } from 'zustand'
import { call } from './bridge'

interface SettingsStore {
  readonly settings: Settings
  /** Why the last change was not taken. */
  readonly refused: string | undefined
  load(): Promise<void>
  heard(settings: Settings): void
  change(part: Partial<Settings>): Promise<void>
}

export const useSettings = create<SettingsStore>((set) => ({
  settings: {
    theme: 'system',
    roots: [],
    singleLetterKeys: true,
    terminal: 'auto',
    programs: {},
    vaultDays: 30,
    vaultBytes: 5_000_000_000,
    captureEvery: 'never',
    keepLeaving: true,
    keepLeavingBytes: 1_000_000_000,
    relocations: [],
    indexingPaused: false,
    keepInTray: true,
    startAtLogin: false,
    toldOfTray: false,
    quickResumeKeys: 'CommandOrControl+Alt+R'
  },
  refused: undefined,
  load: async () => {
    const answer = await call('settings.get', {})
    if (answer.ok) set({ settings: answer.value })
  },
  heard: (settings) => set({ settings }),
  change: async (part) => {
    const answer = await call('settings.set', part)
    if (answer.ok) set({ settings: answer.value, refused: undefined })
    else set({ refused: [answer.error.message, answer.error.advice].filter(Boolean).join(' ') })
  }
}))
