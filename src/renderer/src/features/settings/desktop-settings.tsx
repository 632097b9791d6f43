import type { Settings } from '@shared/domain/settings'
import { type ReactNode, useEffect } from 'react'
import { useAnswer } from '../../state/answer'
import { subscribe } from '../../state/bridge'
import { Switch } from '../../ui/switch'
import { KeysSetting } from './keys-setting'

type DesktopPart = Pick<Settings, 'keepInTray' | 'startAtLogin' | 'quickResumeKeys' | 'indexingPaused'>

interface DesktopSettingsProps {
  settings: DesktopPart
  onChange: (part: Partial<DesktopPart>) => void
}

/** What Reprise does outside of its window, with what this desktop has no room for. */
export function DesktopSettings({ settings, onChange }: DesktopSettingsProps) {
  const { value: desktop, reload } = useAnswer('shell.desktop', {})
  useEffect(() => subscribe('desktop.changed', reload), [reload])
  const mac = navigator.platform.startsWith('Mac')
  const { keepInTray, startAtLogin, quickResumeKeys, indexingPaused } = settings
  const login = desktop?.login
  const keys = desktop?.shortcut
  const refused = keys !== undefined && keys.keys === quickResumeKeys && quickResumeKeys !== '' && !keys.registered
  return (
    <>
      <KeysSetting keys={quickResumeKeys} refused={refused} onChange={(next) => onChange({ quickResumeKeys: next })} />
      {!mac && (
        <Line
          name="Keep in the tray"
          hint={
            desktop?.tray === false
              ? 'This desktop shows no tray, so closing the window quits'
              : 'Closing the window leaves Reprise in the tray'
          }
        >
          <Switch label="Keep in the tray" checked={keepInTray} onChange={(next) => onChange({ keepInTray: next })} />
        </Line>
      )}
      {login?.possible !== false && (
        <Line name="Start at login" hint="Without a window; the tray and the keys are there" problem={loginProblem()}>
          <Switch label="Start at login" checked={startAtLogin} onChange={(next) => onChange({ startAtLogin: next })} />
        </Line>
      )}
      <Line name="Pause indexing" hint="Nothing is read or watched by itself; what you open is still read">
        <Switch
          label="Pause indexing"
          checked={indexingPaused}
          onChange={(next) => onChange({ indexingPaused: next })}
        />
      </Line>
    </>
  )

  function loginProblem(): string | null {
    if (login === undefined || login.problem !== null) return login?.problem ?? null
    return startAtLogin && !login.on
      ? 'It was taken out in the settings of the desktop; turn it off and on again'
      : null
  }
}

function Line({
  name,
  hint,
  problem = null,
  children
}: {
  name: string
  hint: string
  problem?: string | null
  children: ReactNode
}) {
  return (
    <div className="flex min-h-44 items-center gap-12 border-t border-line">
      <div className="flex-1 py-8">
        <div className="font-medium">{name}</div>
        <div className="text-second text-text-3">{hint}</div>
        {problem !== null && <div className="text-second text-amber">{problem}</div>}
      </div>
      {children}
    </div>
  )
}
