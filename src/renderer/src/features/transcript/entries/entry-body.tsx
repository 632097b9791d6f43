import type { Entry } from '@shared/domain/transcript'
import { withMasks } from '../../../ui/masked-text'
import { EntryImages } from './entry-images'
import { NoticeEntry } from './notice-entry'
import { PlanEntry } from './plan-entry'
import { PromptEntry } from './prompt-entry'
import { ReplyEntry } from './reply-entry'
import { ThinkingEntry } from './thinking-entry'
import { ToolCard } from './tool-card'
import { UnrecognisedEntry } from './unrecognised-entry'

/** The content of an entry by its kind. */
export function EntryBody({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'user':
      return <PromptEntry entry={entry} />
    case 'assistant':
      return <ReplyEntry entry={entry} />
    case 'thinking':
      return <ThinkingEntry entry={entry} />
    case 'plan':
      return <PlanEntry entry={entry} />
    case 'notice':
      return <NoticeEntry entry={entry} />
    case 'image':
      return (
        <div>
          {entry.text && (
            <p dir="auto" className="read-text text-prose">
              {withMasks(entry.text)}
            </p>
          )}
          <EntryImages entry={entry} />
        </div>
      )
    case 'unrecognised':
      return <UnrecognisedEntry entry={entry} />
    default:
      return entry.tool ? <ToolCard entry={entry} tool={entry.tool} /> : <ReplyEntry entry={entry} />
  }
}
