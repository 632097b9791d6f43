import { ExpectedFailure } from '@shared/ipc/errors'
import type { ListedSession } from '../../adapter'
import { statOf } from '../../file-store/names-in'
import {
  addPrompt,
  promptFields,
  type RecentPrompts,
  titleLine,
  unreadableSession
} from '../../file-store/recent-prompts'
import { fieldsOf, numberOf, textOf, timeOf } from '../../json-fields/fields'
import { type ClineDocument, readDocument } from '../files/document'
import { readFacts, type SessionFacts } from '../files/session-facts'
import type { SessionFile } from '../files/session-files'
import { promptOf } from '../records/prompt'

/** A document above this size is not parsed for a list; what is beside it says enough. */
const largestListed = 32 * 1024 * 1024

/** What a list shows of one document. One that cannot be read is listed as such. */
export function listSession(file: SessionFile): ListedSession {
  const facts = readFacts(file)
  const size = statOf(file.path)?.size ?? 0
  if (size > largestListed) return summarise(file, facts, { messages: [], about: {} })
  try {
    return summarise(file, facts, readDocument(file.path))
  } catch (error) {
    if (!(error instanceof ExpectedFailure)) throw error
    return { ...unreadableSession(file.id), workspace: facts.cwd, ...parentOf(file, {}) }
  }
}

function summarise(file: SessionFile, facts: SessionFacts, document: ClineDocument): ListedSession {
  const sketch = sketchOf(document)
  const isChild = file.parent !== undefined
  const title = (isChild ? null : facts.title) ?? sketch.prompts[0]?.text ?? ''
  const model = sketch.model ?? facts.model
  const version = textOf(fieldsOf(document.about.origin).version)
  return {
    id: file.id,
    title: titleLine(title),
    workspace: facts.cwd,
    startedAt: (isChild ? null : facts.startedAt) ?? sketch.firstAt ?? startedAt(file),
    updatedAt: sketch.lastAt ?? timeOf(document.about.updated_at),
    entries: null,
    resumable: isChild ? false : file.kind === 'session' && facts.cwd !== null ? true : null,
    findings: null,
    state: 'ok',
    layout: file.kind === 'session' ? 'sessions' : 'tasks',
    ownCheckpoints: isChild ? 0 : facts.checkpoints.length,
    ownRestorable: !isChild && facts.checkpoints.length > 0,
    ...promptFields(sketch.prompts),
    ...(model !== null && { model }),
    ...(version !== null && { agentVersion: version }),
    ...parentOf(file, document.about)
  }
}

/** What the messages say for a list. */
function sketchOf({ messages }: ClineDocument) {
  const prompts: RecentPrompts = []
  let model: string | null = null
  let firstAt: number | null = null
  let lastAt: number | null = null
  for (const message of messages.map(fieldsOf)) {
    const at = numberOf(message.ts)
    firstAt ??= at
    lastAt = at ?? lastAt
    const info = fieldsOf(message.modelInfo)
    if (message.role === 'assistant') model = textOf(info.id) ?? textOf(info.modelId) ?? model
    const prompt = promptOf(message)
    if (prompt !== null) addPrompt(prompts, at, prompt.text)
  }
  return { prompts, model, firstAt, lastAt }
}

function parentOf(file: SessionFile, about: ClineDocument['about']): Pick<ListedSession, 'parent' | 'parentKind'> {
  if (file.parent === undefined) return {}
  return { parent: textOf(fieldsOf(about.origin).parentThreadId) ?? file.parent, parentKind: 'subagent' }
}

/** The ids of sessions and tasks begin with the time in ms. */
function startedAt({ id }: SessionFile): number | null {
  const match = /^(?:agent_)?(1\d{12})(?:_|$)/.exec(id)
  return match === null ? null : Number(match[1])
}
