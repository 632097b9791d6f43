import type { Settings } from '@shared/domain/settings'
import { useDialogs } from '../../state/dialog-store'
import { useSettings } from '../../state/settings-store'
import { Segmented } from '../../ui/segmented'
import { Sheet } from '../../ui/sheet'
import { Switch } from '../../ui/switch'
import { DesktopSettings } from './desktop-settings'
import { ExtraRoots } from './extra-roots'
import { KeepingSettings } from './keeping-settings'
import { MovedFolders } from './moved-folders'
import { TerminalSetting } from './terminal-setting'

const themes: readonly { value: Settings['theme']; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' }
]

/** The person's settings; each change counts at once. */
export function SettingsDialog() {
  const { open, close } = useDialogs()
  const { settings, change, refused } = useSettings()
  return (
    <Sheet open={open === 'settings'} onClose={close} title="Settings" className="w-600">
      <div className="flex flex-col px-20 pb-20">
        <div className="flex min-h-44 items-center gap-12">
          <div className="flex-1 font-medium">Theme</div>
          <Segmented
            label="Theme"
            value={settings.theme}
            options={themes}
            onChange={(theme) => void change({ theme })}
          />
        </div>
        <div className="flex min-h-44 items-center gap-12 border-t border-line">
          <div className="flex-1 py-8">
            <div className="font-medium">Single letter keys</div>
            <div className="text-second text-text-3">j, k, y, / and the like, outside of text fields</div>
          </div>
          <Switch
            label="Single letter keys"
            checked={settings.singleLetterKeys}
            onChange={(singleLetterKeys) => void change({ singleLetterKeys })}
          />
        </div>
        <TerminalSetting value={settings.terminal} onChange={(terminal) => void change({ terminal })} />
        <DesktopSettings settings={settings} onChange={(part) => void change(part)} />
        <KeepingSettings settings={settings} onChange={(part) => void change(part)} />
        <MovedFolders relocations={settings.relocations} />
        <ExtraRoots roots={settings.roots} onChange={(roots) => void change({ roots })} />
        {refused && <p className="pt-8 text-second text-red">{refused}</p>}
      </div>
    </Sheet>
  )
}
