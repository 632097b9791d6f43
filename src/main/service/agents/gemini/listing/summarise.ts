import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import { countSaved } from '../checkpoints/saved-chats'
import type { SessionFile } from '../files/find-session'
import type { ReadSession } from './read-session'
import type { SummaryState } from './summary-state'

const longestPromptText = 4000
const longestTitle = 300

type Other = { readonly path: string; readonly messages: number }

/** What a list shows of a transcript. */
export function summarise(
  file: SessionFile,
  state: SummaryState,
  workspace: string | null,
  others: readonly Other[]
): ReadSession {
  const { parent } = file.group
  const isSubagent = parent !== undefined || state.kind === 'subagent'
  const newest = state.prompts.at(-1)?.text
  const directory = state.directory ?? workspace
  const listed: ReadSession['listed'] = {
    id: file.id,
    title: titleOf(state),
    workspace: directory,
    startedAt: state.firstAt,
    updatedAt: state.lastAt,
    entries: null,
    resumable: isSubagent || state.prompts.length === 0 ? false : directory === null ? null : true,
    findings: null,
    state: state.damaged ? 'partial' : 'ok',
    ownCheckpoints: countSaved(file.group.project, state.tags),
    layout: file.path.endsWith('.json') ? 'document' : 'operation log',
    promptText: state.prompts
      .map(({ text }) => text)
      .join('\n')
      .slice(0, longestPromptText),
    prompts: state.prompts.map(({ at, text }) => ({ at, text })),
    ...(state.model !== null && { model: state.model }),
    ...(newest !== undefined && { preview: cutText(newest, longestTitle) }),
    ...(isSubagent && { parentKind: 'subagent', ...(parent !== undefined && { parent }) })
  }
  return { listed, findings: others.map(otherFile) }
}

/** What Gemini CLI called the session, else what was asked first. */
function titleOf({ summary, firstPrompt }: SummaryState): string {
  return cutText((summary ?? firstPrompt ?? '').replace(/\s+/g, ' ').trim() || 'No prompt yet', longestTitle)
}

function otherFile({ path, messages }: Other): Finding {
  return {
    code: 'gemini.session.other-file',
    severity: 'notice',
    what: `Another file of this session holds ${messages === 1 ? 'a message' : `${messages} messages`} of its own, which are not shown.`,
    where: path,
    still: 'The longer file is shown.'
  }
}
