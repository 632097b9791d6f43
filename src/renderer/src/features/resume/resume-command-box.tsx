import { type ShellId, type ShownCommand, shellIds } from '@shared/domain/resume'
import { useState } from 'react'
import { copyText } from '../../state/bridge'
import { CopyButton } from '../../ui/copy-button'
import { ScrollBox } from '../../ui/scroll-box'
import { Segmented } from '../../ui/segmented'

const names: Readonly<Record<ShellId, string>> = { sh: 'sh', fish: 'fish', cmd: 'cmd', powershell: 'PowerShell' }

/** The command as one line for the shell of choice, to look at and to copy. */
export function ResumeCommandBox({ shown }: { shown: ShownCommand }) {
  const [shell, setShell] = useState<ShellId>(navigator.platform.startsWith('Win') ? 'powershell' : 'sh')
  const line = shown[shell]
  return (
    <section aria-label="The command" className="flex flex-col gap-8">
      <div className="flex items-center gap-12">
        <h3 className="flex-1 font-medium">The command</h3>
        <Segmented
          label="Shell"
          value={shell}
          options={shellIds.map((value) => ({ value, label: names[value] }))}
          onChange={setShell}
        />
      </div>
      {line === null ? (
        <p className="text-text-2">
          It holds a line break or another control character, which cannot be pasted into {names[shell]}.
        </p>
      ) : (
        <div
          dir="ltr"
          className="flex items-start gap-4 overflow-hidden rounded-card border border-line bg-sunken pe-4"
        >
          <ScrollBox label="The command as a line" className="max-h-120 min-w-0 flex-1 overflow-auto">
            <pre className="read-text px-12 py-8 font-mono text-[12px] leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]">
              <code>{line}</code>
            </pre>
          </ScrollBox>
          <span className="flex-none py-4">
            <CopyButton label="Copy the command" copy={() => copyText(line)} />
          </span>
        </div>
      )}
    </section>
  )
}
