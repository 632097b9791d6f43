import type { Settings } from '@shared/domain/settings'
import type { ReactNode } from 'react'
import { Segmented } from '../../ui/segmented'
import { Select } from '../../ui/select'
import { Switch } from '../../ui/switch'
import { count, counted, size } from '../../words/numbers'

const schedules: readonly { value: Settings['captureEvery']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'hourly', label: 'Hourly' },
  { value: 'daily', label: 'Daily' }
]
const usualDays = [7, 30, 90, 365]
const usualBytes = [1_000_000_000, 5_000_000_000, 20_000_000_000, 100_000_000_000]

type Keeping = Pick<Settings, 'captureEvery' | 'vaultDays' | 'vaultBytes' | 'keepLeaving' | 'keepLeavingBytes'>

interface KeepingSettingsProps {
  settings: Keeping
  onChange: (part: Partial<Keeping>) => void
}

/** What Reprise keeps by itself, for how long, and how much room it may take. */
export function KeepingSettings({ settings, onChange }: KeepingSettingsProps) {
  const { captureEvery, vaultDays, vaultBytes, keepLeaving, keepLeavingBytes } = settings
  return (
    <>
      <Line name="Keep changed sessions" hint="A copy of each session that changed, while Reprise runs">
        <Segmented
          label="Keep changed sessions"
          value={captureEvery}
          options={schedules}
          onChange={(next) => onChange({ captureEvery: next })}
        />
      </Line>
      <Line
        name="Keep sessions before they leave"
        hint="Of agents that remove sessions by themselves, while Reprise runs"
      >
        <Switch
          label="Keep sessions before they leave"
          checked={keepLeaving}
          onChange={(next) => onChange({ keepLeaving: next })}
        />
      </Line>
      {keepLeaving && (
        <Line name="Those copies may use" hint="They stay until you turn this off; when it is full, no more are kept">
          <Select
            label="Those copies may use"
            value={String(keepLeavingBytes)}
            options={optionsOf(usualBytes, keepLeavingBytes, (bytes) => (bytes === 0 ? `${count(0)} GB` : size(bytes)))}
            onChange={(next) => onChange({ keepLeavingBytes: Number(next) })}
          />
        </Line>
      )}
      <Line name="Copies stay for" hint="Those with a label or kept by hand stay longer">
        <Select
          label="Copies stay for"
          value={String(vaultDays)}
          options={optionsOf(usualDays, vaultDays, (days) => counted(days, 'day'))}
          onChange={(next) => onChange({ vaultDays: Number(next) })}
        />
      </Line>
      <Line name="Copies may use" hint="Then the oldest go first">
        <Select
          label="Copies may use"
          value={String(vaultBytes)}
          options={optionsOf(usualBytes, vaultBytes, (bytes) => (bytes === 0 ? `${count(0)} GB` : size(bytes)))}
          onChange={(next) => onChange({ vaultBytes: Number(next) })}
        />
      </Line>
    </>
  )
}

function Line({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex min-h-44 items-center gap-12 border-t border-line">
      <div className="flex-1 py-8">
        <div className="font-medium">{name}</div>
        <div className="text-second text-text-3">{hint}</div>
      </div>
      {children}
    </div>
  )
}

/** The usual values and the present one, which may have been set by hand. */
function optionsOf(usual: readonly number[], present: number, words: (value: number) => string) {
  return [...new Set([...usual, present])]
    .sort((a, b) => a - b)
    .map((value) => ({ value: String(value), label: words(value) }))
}
