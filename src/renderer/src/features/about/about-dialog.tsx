import type { ReactNode } from 'react'
import { useAnswer } from '../../state/answer'
import { copyText } from '../../state/bridge'
import { useDialogs } from '../../state/dialog-store'
import { BrandMark } from '../../ui/brand-mark'
import { CopyButton } from '../../ui/copy-button'
import { Sheet } from '../../ui/sheet'

/** What runs here: for a person who reports a fault, and for one who wants to know. */
export function AboutDialog() {
  const { open, close } = useDialogs()
  const shown = open === 'about'
  const app = useAnswer('app.info', shown ? {} : null).value
  const shell = useAnswer('shell.info', shown ? {} : null).value
  const facts: readonly (readonly [string, string])[] = [
    ['Version', app?.version ?? ''],
    [
      'Electron',
      shell ? `${shell.electron}${shell.fallbackRuntime ? ' (fallback for development, not patched)' : ''}` : ''
    ],
    ['Chrome', shell?.chrome ?? ''],
    ['Node of the shell', shell?.node ?? ''],
    ['Node of the service', app?.node ?? ''],
    ['Service', shell ? `in a ${shell.transport}` : ''],
    ['Library', app ? `schema ${app.library.schema}, ${app.library.message ?? app.library.state}` : ''],
    ['Our folder', app?.home ?? '']
  ]
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <Sheet
      open={shown}
      onClose={close}
      title="Reprise"
      lead="See, search and put back the sessions of your coding agents. Nothing leaves this machine."
      icon={<BrandMark size={20} />}
      footer={<CopyButton label="Copy these facts" words="Copy these facts" copy={() => copyText(text)} />}
    >
      <dl className="px-20 pb-16">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </Sheet>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-30 items-center gap-12 border-t border-line py-4">
      <dt className="w-140 flex-none text-second text-text-3">{name}</dt>
      <dd className="read-text min-w-0 text-table [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
