import { ChevronRight } from 'lucide-react'
import { AgentGlyph } from '../../ui/agent-glyph'
import { Icon } from '../../ui/icon'
import { KeyHint } from '../../ui/key-hint'
import { lastPart } from '../../words/paths'
import type { Choice } from './use-choices'

/** What a choice is, in one line. */
export function ChoiceLine({ choice }: { choice: Choice }) {
  if (choice.kind === 'command') {
    return (
      <>
        <span className="grid w-18 place-items-center">
          <Icon of={ChevronRight} size={14} className="text-text-3" />
        </span>
        <span className="trunc flex-1">{choice.command.name}</span>
        {choice.command.keys && <KeyHint keys={choice.command.keys} />}
      </>
    )
  }
  const { session } = choice
  return (
    <>
      <AgentGlyph agent={session.agent} />
      <span className="trunc flex-1">{session.title}</span>
      {session.workspace && (
        <span className="trunc max-w-200 text-second text-text-3">{lastPart(session.workspace)}</span>
      )}
    </>
  )
}
