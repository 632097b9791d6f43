import { useSettings } from './settings-store'

const prefersLight = window.matchMedia('(prefers-color-scheme: light)')

function paint(): void {
  const { theme } = useSettings.getState().settings
  const resolved = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme
  document.documentElement.dataset.theme = resolved
}

/** Keeps the page in the chosen theme, or in the system's. Called once, before the first paint. */
export function followTheme(): void {
  paint()
  prefersLight.addEventListener('change', paint)
  useSettings.subscribe(paint)
}
