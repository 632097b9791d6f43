import type { BundleReport, PartCategory } from '@shared/domain/bundle'
import { type ExportChoices, type ExportKind, useExport } from '../../state/export-store'
import { Checkbox } from '../../ui/checkbox'
import { RadioGroup } from '../../ui/radio-group'
import { counted, size } from '../../words/numbers'
import { MoreSessions } from './more-sessions'

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

interface Box {
  readonly name: Exclude<keyof ExportChoices, 'kind' | 'more'>
  readonly label: string
  /** Whose number and size are said beside it. */
  readonly category?: PartCategory
}

const bundleBoxes: readonly Box[] = [
  { name: 'children', label: 'Subagents', category: 'children' },
  { name: 'outputs', label: 'Outputs of tools', category: 'outputs' },
  { name: 'checkpoints', label: 'Checkpoints', category: 'checkpoints' },
  { name: 'files', label: 'Copies of changed files', category: 'files' },
  { name: 'memory', label: 'Notes of the project', category: 'memory' },
  { name: 'configuration', label: 'Configuration, always masked' },
  { name: 'exact', label: 'Byte for byte, with its secrets' }
]
const imageBox: readonly Box[] = [{ name: 'images', label: 'Images, as data' }]

/** What kind of file it becomes, and which parts are in it. */
export function ExportOptions() {
  const { choices, categories, choose } = useExport()
  const boxes = choices.kind === 'bundle' ? bundleBoxes : imageBox
  return (
    <>
      <RadioGroup label="Kind of file" value={choices.kind} options={kinds} onChange={(kind) => choose({ kind })} />
      <div className="grid grid-cols-2 gap-x-16 gap-y-6 border-t border-line pt-12">
        {boxes.map(({ name, label, category }) => (
          <span key={name} className="flex min-w-0 items-center gap-4">
            <Checkbox label={label} checked={choices[name]} onChange={(checked) => choose({ [name]: checked })} />
            <span aria-hidden="true" className="min-w-0">
              {label}
              {category && <span className="text-second text-text-3"> {amountOf(category, categories)}</span>}
            </span>
          </span>
        ))}
      </div>
      {choices.kind === 'bundle' && <MoreSessions />}
    </>
  )
}

/** How much there is of it; nothing is said before it was looked at. */
function amountOf(category: PartCategory, categories: BundleReport['categories']): string {
  const found = categories.find((each) => each.category === category)
  if (found) return `${counted(found.parts, 'file')}, ${size(found.bytes)}`
  return categories.length === 0 ? '' : 'none'
}
