import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { subscribe } from '../state/bridge'
import { useSettings } from '../state/settings-store'
import { followTheme } from '../state/theme'
import '../styles/main.css'
import { QuickResume } from './quick-resume'

followTheme()
subscribe('settings.changed', (settings) => useSettings.getState().heard(settings))
void useSettings.getState().load()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QuickResume />
    </StrictMode>
  )
}
