import type { ImportedSession, Inspection } from '@shared/domain/import'
import { CircleAlert, CircleCheck, EyeOff, Info, KeyRound, Lock } from 'lucide-react'
import { call } from '../../state/bridge'
import { useImport } from '../../state/import-store'
import { Button } from '../../ui/button'
import { counted } from '../../words/numbers'
import { FactRow, factBox } from './fact-row'

const good = { icon: CircleCheck, tone: 'text-green' } as const
const bad = { icon: CircleAlert, tone: 'text-amber' } as const
/** Files that are not taken and are named; the rest is counted. */
const mostRefused = 8
const plain = { icon: Info, tone: 'text-text-2' } as const

/** What looking inside found out: whether it is whole, what its agent would say of it, secrets, and what nobody knows. */
export function ChecksList({ found, session }: { found: Inspection; session: ImportedSession }) {
  const { unrecognised, notes, refused } = found
  const bundle = found.inputs[session.input]?.bundle ?? null
  return (
    <>
      <ul className={factBox}>
        {bundle && (
          <FactRow
            {...good}
            words={
              bundle.parts === 1
                ? 'The checksum of its part is right'
                : `Every checksum is right, ${counted(bundle.parts, 'part')}`
            }
            more={`bundle format ${bundle.version}`}
          />
        )}
        {bundle?.mode === 'masked' && <FactRow icon={EyeOff} tone="text-text-2" {...maskedWords(bundle.masked)} />}
        {bundle?.mode === 'exact' && <FactRow {...plain} words="Byte for byte what the agent had" />}
        <StateRow session={session} />
        {[...new Set(session.findings.map(({ what }) => what))].slice(0, 4).map((what) => (
          <FactRow key={what} {...bad} words={what} />
        ))}
        {session.findingCount > 4 && (
          <FactRow {...bad} words={`${counted(session.findingCount - 4, 'more finding')}`} />
        )}
        {kindWords(session.secrets) !== '' && (
          <FactRow icon={KeyRound} tone="text-amber" words="Secrets in it" more={kindWords(session.secrets)} />
        )}
        {session.unknown ? (
          <FactRow
            {...plain}
            words={counted(session.unknown, 'record of an unknown kind', 'records of unknown kinds')}
            more="kept raw"
          />
        ) : null}
        {refused.slice(0, mostRefused).map(({ name, message }) => (
          <FactRow key={name} {...bad} words={`${name} is not taken`} more={message} />
        ))}
        {refused.length > mostRefused && (
          <FactRow
            {...bad}
            words={`${counted(refused.length - mostRefused, 'more file is', 'more files are')} not taken`}
          />
        )}
        {unrecognised.count > 0 && (
          <FactRow
            {...plain}
            words={counted(unrecognised.count, 'file of no known format', 'files of no known format')}
            more={unrecognised.names.slice(0, 3).join(', ')}
          />
        )}
        {notes.map((note) => (
          <FactRow key={note} {...plain} words={note} />
        ))}
      </ul>
      {session.state === 'sealed' && <SealedRow />}
    </>
  )
}

function StateRow({ session }: { session: ImportedSession }) {
  const { state, unreadable } = session
  if (state === 'sealed') return <FactRow icon={Lock} tone="text-amber" words="It is sealed" more="its key opens it" />
  if (unreadable)
    return <FactRow {...bad} words={counted(unreadable, 'record cannot be read', 'records cannot be read')} />
  if (state === 'ok') return <FactRow {...good} words="Its agent's rules are kept" />
  return (
    <FactRow {...bad} words={state === 'gone' ? 'The session itself did not come along' : `The session is ${state}`} />
  )
}

function SealedRow() {
  const open = async () => {
    const answer = await call('shell.pickFile', {})
    if (answer.ok && answer.value.path !== null) useImport.getState().lookWithKey(answer.value.path)
  }
  return (
    <div className="pt-8">
      <Button onClick={() => void open()}>Open with a key file…</Button>
    </div>
  )
}

function maskedWords(masked: Readonly<Record<string, number>>): { words: string; more?: string } {
  const places = Object.values(masked).reduce((sum, number) => sum + number, 0)
  if (places === 0) return { words: 'The sender looked for secrets and found none' }
  return { words: `${counted(places, 'secret was', 'secrets were')} masked by the sender`, more: kindWords(masked) }
}

function kindWords(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(kinds)
    .map(([kind, number]) => `${number} × ${kind}`)
    .join(', ')
}
