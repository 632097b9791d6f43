import { useAnswer } from '../../state/answer'
import { Select } from '../../ui/select'

/** The terminal that sessions are resumed in. One that was chosen and is not there now stays chosen. */
export function TerminalSetting({ value, onChange }: { value: string; onChange: (terminal: string) => void }) {
  const found = useAnswer('resume.terminals', {}).value?.terminals
  const names = new Map([['auto', 'Automatic'], ...(found ?? []).map(({ id, name }) => [id, name] as const)])
  if (!names.has(value)) names.set(value, found === undefined ? value : `${value} (not found)`)
  return (
    <div className="flex min-h-44 items-center gap-12 border-t border-line">
      <div className="flex-1 py-8">
        <div className="font-medium">Terminal</div>
        <div className="text-second text-text-3">Where sessions are resumed; automatic is that of the desktop</div>
      </div>
      <Select
        label="Terminal"
        value={value}
        options={[...names].map(([id, label]) => ({ value: id, label }))}
        onChange={onChange}
      />
    </div>
  )
}
