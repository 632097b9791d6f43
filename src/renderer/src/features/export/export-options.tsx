import { type ExportChoices, type ExportKind, useExport } from '../../state/export-store'
import { Checkbox } from '../../ui/checkbox'
import { RadioGroup } from '../../ui/radio-group'

const kinds: readonly { value: ExportKind; label: string; effect: string }[] = [
  {
    value: 'bundle',
    label: 'Bundle',
    effect: 'For another machine: Reprise looks into it there, and the agent can take it up.'
  },
  { value: 'md', label: 'Markdown', effect: 'The transcript as text.' },
  { value: 'html', label: 'Page', effect: 'The transcript as one HTML file, without any script.' },
  { value: 'json', label: 'JSON', effect: 'The transcript for programs.' }
]

type Box = { name: keyof ExportChoices & ('children' | 'files' | 'images'); label: string }
const bundleBoxes: readonly Box[] = [
  { name: 'children', label: 'Subagents' },
  { name: 'files', label: 'Outputs of tools, checkpoints, and copies of files' }
]
const imageBox: readonly Box[] = [{ name: 'images', label: 'Images, as data' }]

/** What kind of file it becomes, and which parts are in it. */
export function ExportOptions() {
  const { choices, choose } = useExport()
  const boxes = choices.kind === 'bundle' ? bundleBoxes : imageBox
  return (
    <>
      <RadioGroup label="Kind of file" value={choices.kind} options={kinds} onChange={(kind) => choose({ kind })} />
      <div className="flex flex-col gap-2 border-t border-line pt-12">
        {boxes.map(({ name, label }) => (
          <span key={name} className="flex items-center gap-4">
            <Checkbox label={label} checked={choices[name]} onChange={(checked) => choose({ [name]: checked })} />
            <span aria-hidden="true">{label}</span>
          </span>
        ))}
        {choices.kind === 'bundle' && (
          <span className="flex items-center gap-4">
            <Checkbox
              label="Byte for byte, with its secrets"
              checked={choices.exact}
              onChange={(exact) => choose({ exact })}
            />
            <span aria-hidden="true">Byte for byte, with its secrets</span>
          </span>
        )}
      </div>
    </>
  )
}
