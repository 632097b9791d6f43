import { addPrompt, type RecentPrompts } from '../../file-store/recent-prompts'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { type Fold, FoldedFiles } from '../../lines/fold-file'
import { repositoryIdentity } from '../../repository-identity'
import { type CopilotEvent, eventOf } from '../records/event'
import { promptOf } from '../records/prompt'

/** What a list needs of a session, or of one of its subagents: plain data, added up event by event. */
export interface Sketch {
  title: string | null
  /** Where it began. */
  cwd: string | null
  /** All directories that it was in, the first ones of very many. */
  cwds: readonly string[]
  repository: string | null
  version: string | null
  model: string | null
  effort: string | null
  prompts: RecentPrompts
  startedAt: number | null
  updatedAt: number | null
}

export interface LogSketch extends Sketch {
  events: number
  unreadable: number
  /** By the id of the subagent. */
  agents: Map<string, Sketch>
}

const mostDirectories = 50

const emptySketch = (): Sketch => ({
  title: null,
  cwd: null,
  cwds: [],
  repository: null,
  version: null,
  model: null,
  effort: null,
  prompts: [],
  startedAt: null,
  updatedAt: null
})

const fold: Fold<LogSketch> = {
  empty: () => ({ ...emptySketch(), events: 0, unreadable: 0, agents: new Map() }),
  add: (sketch, record) => {
    if (record.kind === 'unreadable') {
      if (record.reason !== 'unfinished') sketch.unreadable += 1
      return
    }
    sketch.events += 1
    const event = eventOf(record.value)
    addEvent(event.agent === null ? sketch : agentOf(sketch, event.agent), event)
  }
}

/** Logs as lists show them; a log that has grown is read from where the last look ended. */
export const sketches = new FoldedFiles(fold)

function agentOf({ agents }: LogSketch, id: string): Sketch {
  const known = agents.get(id)
  const sketch = known ?? emptySketch()
  if (known === undefined) agents.set(id, sketch)
  return sketch
}

function addEvent(sketch: Sketch, event: CopilotEvent): void {
  const { type, data, at } = event
  if (at !== null) {
    sketch.startedAt = Math.min(sketch.startedAt ?? at, at)
    sketch.updatedAt = Math.max(sketch.updatedAt ?? at, at)
  }
  const prompt = promptOf(event)
  if (prompt !== null) addPrompt(sketch.prompts, at, prompt.text)
  if (type === 'session.start') addStart(sketch, event)
  else if (type === 'session.resume') addContext(sketch, fieldsOf(data.context))
  else if (type === 'session.context_changed') addContext(sketch, data)
  else if (type === 'subagent.started') sketch.title = textOf(data.agentDescription) ?? textOf(data.agentDisplayName)
  else if (type === 'session.title_changed') sketch.title = textOf(data.title) ?? sketch.title
  else if (type === 'assistant.message') sketch.model = textOf(data.model) ?? sketch.model
  else if (type === 'session.model_change') {
    sketch.model = textOf(data.newModel) ?? sketch.model
    sketch.effort = textOf(data.reasoningEffort) ?? sketch.effort
  }
}

function addStart(sketch: Sketch, { data }: CopilotEvent): void {
  addContext(sketch, fieldsOf(data.context))
  sketch.version = textOf(data.copilotVersion) ?? sketch.version
  sketch.model = textOf(data.selectedModel) ?? sketch.model
  sketch.effort = textOf(data.reasoningEffort) ?? sketch.effort
}

/** Where the agent was from then on. A repository is `owner/name`, on GitHub where no other host is named. */
function addContext(sketch: Sketch, { cwd, repository, repositoryHost }: Fields): void {
  const directory = textOf(cwd)
  sketch.cwd ??= directory
  if (directory !== null && !sketch.cwds.includes(directory) && sketch.cwds.length < mostDirectories)
    sketch.cwds = [...sketch.cwds, directory]
  const name = textOf(repository)
  if (sketch.repository !== null || name === null) return
  const isShort = /^[\w.-]+\/[\w.-]+$/.test(name)
  sketch.repository = repositoryIdentity(isShort ? `https://${textOf(repositoryHost) ?? 'github.com'}/${name}` : name)
}
