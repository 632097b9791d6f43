import { Settings } from '@shared/domain/settings'
import { nativeTheme } from 'electron'

/** Follows the person's choice; the page sees it through `prefers-color-scheme`. */
export function applyTheme(settings: unknown): void {
  const parsed = Settings.safeParse(settings)
  if (parsed.success) nativeTheme.themeSource = parsed.data.theme
}
