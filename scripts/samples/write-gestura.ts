import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from './clock.ts'
import { fakeSecrets } from './fake-secrets.ts'
import type { Random } from './random.ts'
import type { Step, Story, Turn } from './story.ts'

type Json = Record<string, unknown>

interface SampleSession {
  readonly id: string
  readonly title: string
  readonly created_at: string
  last_active: string
  readonly model: string
  readonly state: {
    readonly messages: Json[]
    readonly tool_calls: Json[]
    readonly activity_log: Json[]
    readonly working_memory: Json
    total_tokens: number
    readonly workspace_dir: string
    readonly llm_config: Json
    readonly tool_settings: Json
  }
}

/** RFC 3339 with the shortest exact fraction, as the program writes it. */
function stamp(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

/** Everything below a checkpoint's payload has its keys in order, since it went through a generic value there. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sortedKeys(each)])
  )
}

const toolFor = {
  shell: (step: Extract<Step, { do: 'shell' }>) => ({
    name: 'shell',
    args: { command: step.command },
    result: step.output,
    ok: (step.exit ?? 0) === 0,
    ms: step.ms ?? 400
  }),
  read: (step: Extract<Step, { do: 'read' }>) => ({
    name: 'file',
    args: { operation: 'read', path: step.path },
    result: step.content,
    ok: true,
    ms: 6
  }),
  edit: (step: Extract<Step, { do: 'edit' }>) => ({
    name: 'file',
    args:
      step.before === ''
        ? { operation: 'write', path: step.path, content: step.after }
        : { operation: 'edit', path: step.path, old_text: step.before, new_text: step.after },
    result: step.before === '' ? `Wrote ${step.path}` : `Replaced 1 place in ${step.path}`,
    ok: true,
    ms: 9
  }),
  plan: (step: Extract<Step, { do: 'plan' }>) => ({
    name: 'task',
    args: { operation: 'set', tasks: step.steps },
    result: `${step.steps.length} tasks`,
    ok: true,
    ms: 3
  }),
  image: (step: Extract<Step, { do: 'image' }>) => ({
    name: 'file',
    args: { operation: 'info', path: step.path },
    result: `${step.path}: PNG image, 240 x 96`,
    ok: true,
    ms: 5
  }),
  subagent: (step: Extract<Step, { do: 'subagent' }>) => ({
    name: 'a2a',
    args: { agent: step.name, task: step.task },
    result: step.output,
    ok: true,
    ms: 18_400
  })
}

interface ToolUse {
  readonly name: string
  readonly args: unknown
  readonly result: string
  readonly ok: boolean
  readonly ms: number
}

function toolUse(step: Step): ToolUse | null {
  if (step.do === 'say' || step.do === 'compaction') return null
  return (toolFor[step.do] as (step: Step) => ToolUse)(step)
}

const pipeline = {
  max_history_messages: 10,
  iteration_budget_enabled: false,
  max_iterations: 10,
  tracked_task_max_iterations: 30,
  auto_compact_threshold_percent: 80,
  compaction_strategy: 'Summarize',
  max_context_tokens: 0,
  log_token_usage: true,
  agent_telemetry: { enabled: false },
  project_guardrails: { enabled: true, max_chars: 12000 },
  reflection: {
    enabled: false,
    quality_threshold_percent: 60,
    max_injected: 3,
    max_retry_attempts: 1,
    promotion_confidence_percent: 75
  }
}
const permissions = {
  default_level: 'Restricted',
  default_enabled_tools: { file: true, git: true, mcp: false, shell: true, web: true }
}
const hooks = {
  enabled: true,
  allowed_programs: ['notify-send'],
  hooks: [
    {
      name: 'tell me',
      event: 'post_tool',
      command: { program: 'notify-send', args: ['gestura', '{{tool_name}} done'] }
    }
  ],
  timeout_ms: 5000,
  max_output_bytes: 65536
}
const checkpointConfig = {
  pipeline,
  permissions,
  llm_primary_provider: 'anthropic',
  llm_fallback_provider: 'ollama',
  anthropic_model: 'claude-sonnet-4-20250514',
  ollama_model: 'qwen2.5-coder',
  hooks
}

const configYaml = `llm:
  primary: anthropic
  fallback: ollama
  anthropic:
    api_key: ${fakeSecrets.anthropic}
    thinking_budget_tokens: 4096
  openai:
    api_key: ${fakeSecrets.openai}
    base_url: https://svc:sample-pass-1201@proxy.example.test/v1
    model: gpt-4.1
  ollama:
    model: qwen2.5-coder
voice:
  provider: none
mcp_servers:
- name: tracker
  type: stdio
  enabled: true
  command: tracker-mcp
  args: [--project, tides, --token=${fakeSecrets.tracker}]
  env:
    LOG_LEVEL: info
    DATABASE_URL: ${fakeSecrets.database}
  scope: user
  timeout_secs: 30
- name: forecast
  type: http
  enabled: true
  url: https://forecast.example.test/mcp
  headers:
    Authorization: ${fakeSecrets.bearer}
  scope: project
  timeout_secs: 60
permissions:
  default_level: Restricted
  default_enabled_tools: {file: true, git: true, mcp: false, shell: true, web: true}
hooks:
  enabled: true
  allowed_programs: [notify-send]
  hooks:
  - name: tell me
    event: post_tool
    command:
      program: notify-send
      args: [gestura, '{{tool_name}} done']
  timeout_ms: 5000
  max_output_bytes: 65536
`

/** Writes gestura homes: `.gestura` with sessions, tasks, checkpoints and a configuration. */
export class GesturaWriter {
  private readonly root: string
  private readonly home: string
  private readonly random: Random
  private readonly now: number

  constructor(home: string, random: Random, now: number) {
    this.home = home
    this.root = join(home, '.gestura')
    this.random = random
    this.now = now
    for (const folder of ['agent_sessions', 'tasks', 'checkpoints'])
      mkdirSync(join(this.root, folder), { recursive: true })
    writeFileSync(join(this.root, 'config.yaml'), configYaml)
  }

  write(story: Story): string {
    const clock = createClock(this.random, story, this.now)
    const session = this.emptySession(story, clock.start)
    const tasks = this.taskList(session.id, story, clock.start)
    for (const [index, turn] of story.turns.entries()) {
      this.writeTurn(session, turn, clock.tick, story.checkpoints !== undefined)
      for (const wanted of story.checkpoints ?? []) {
        if (wanted.afterTurn === index)
          this.checkpoint(session, wanted.tasks ? tasks : emptyTasks(session.id), wanted.label, clock.last)
      }
    }
    session.last_active = stamp(clock.last)
    this.put('agent_sessions', session.id, session, clock.last)
    if (story.tasks) this.put('tasks', session.id, tasks, clock.last)
    return session.id
  }

  /** A session of about `bytes`: the small talk of `turns`, again and again. */
  writeBig(story: Story, bytes: number): string {
    const clock = createClock(this.random, story, this.now)
    const session = this.emptySession(story, clock.start)
    const once = JSON.stringify(story.turns).length * 2.95
    for (let written = 0; written < bytes; written += once)
      for (const turn of story.turns) this.writeTurn(session, turn, clock.tick, false)
    session.last_active = stamp(clock.last)
    this.put('agent_sessions', session.id, session, clock.last)
    return session.id
  }

  /** A file that was cut off in the middle of a write. */
  damage(story: Story): void {
    const id = this.write(story)
    const text = pretty(this.emptySession(story, this.now - 3_600_000))
    const path = join(this.root, 'agent_sessions', `${id}.json`)
    const at = this.now / 1000 - story.minutesAgo * 60
    writeFileSync(path, text.slice(0, Math.floor(text.length * 0.7)))
    utimesSync(path, at, at)
  }

  /** The file gets the time of its content, as if the program had written it then. */
  private put(folder: string, id: string, value: unknown, at: number): void {
    const path = join(this.root, folder, `${id}.json`)
    writeFileSync(path, pretty(value))
    utimesSync(path, at / 1000, at / 1000)
  }

  private emptySession(story: Story, start: number): SampleSession {
    return {
      id: this.random.uuid(),
      title: (story.turns[0]?.prompt.split('\n')[0] ?? 'New Session').slice(0, 80),
      created_at: stamp(start),
      last_active: stamp(start),
      model: 'claude-sonnet-4-20250514',
      state: {
        messages: [],
        tool_calls: [],
        activity_log: [],
        working_memory: {},
        total_tokens: 0,
        workspace_dir: join(this.home, 'projects', story.project),
        llm_config: { provider: 'anthropic', model: 'claude-sonnet-4-20250514' },
        tool_settings: { permission_level: 'restricted', enabled_tools: { file: true, shell: true } }
      }
    }
  }

  private writeTurn(session: SampleSession, turn: Turn, tick: () => number, automatic: boolean): void {
    const { messages, activity_log: activity } = session.state
    const at = stamp(tick())
    messages.push({ role: 'user', content: turn.prompt, timestamp: at, source: 'text' })
    activity.push({
      event_type: 'session-user-message',
      payload: { content: turn.prompt, source: 'text' },
      timestamp: at
    })
    let marked = !automatic
    for (const step of turn.steps) {
      if (step.do === 'edit' && !marked) {
        this.checkpoint(session, emptyTasks(session.id), 'before:file', tick())
        marked = true
      }
      this.writeStep(session, step, tick)
    }
    if (turn.end === 'failed')
      messages.push({
        role: 'assistant',
        content: turn.error ?? 'The model did not answer.',
        timestamp: stamp(tick()),
        source: 'system'
      })
    session.state.total_tokens += 900 + turn.steps.length * 640
  }

  private writeStep(session: SampleSession, step: Step, tick: () => number): void {
    const { messages, tool_calls: calls } = session.state
    if (step.do === 'say') {
      const thinking = step.thinking === undefined ? {} : { thinking: step.thinking }
      messages.push({ role: 'assistant', content: step.text, ...thinking, timestamp: stamp(tick()), source: 'system' })
    }
    const use = toolUse(step)
    if (!use) return
    const id = `call_${this.random.hex(10)}`
    const at = stamp(tick())
    calls.push({
      id,
      name: use.name,
      arguments: JSON.stringify(use.args),
      result: use.result,
      success: use.ok,
      duration_ms: use.ms,
      timestamp: at
    })
    messages.push({ role: 'tool', content: use.result, tool_call_id: id, timestamp: at, source: 'system' })
  }

  private taskList(session: string, story: Story, start: number): Json {
    const ids = (story.tasks ?? []).map(() => this.random.uuid())
    const status = { open: 'NotStarted', doing: 'InProgress', done: 'Completed', dropped: 'Cancelled' }
    const tasks = (story.tasks ?? []).map((task, index) => ({
      id: ids[index],
      name: task.name,
      description: task.description,
      status: status[task.status],
      parent_id: task.parent === undefined ? null : ids[task.parent],
      sort_order: index * 10,
      created_at: stamp(start + index * 1000),
      updated_at: stamp(start + 60_000 + index * 1000),
      session_id: session,
      source: index === 0 ? 'User' : 'Agent',
      orchestrator_task_id: null,
      agent_id: null,
      metadata: null
    }))
    const current = tasks.find((task) => task.status === 'InProgress')
    return { session_id: session, tasks, ...(current ? { current_task_id: current.id } : {}) }
  }

  private checkpoint(session: SampleSession, tasks: Json, label: string | null, at: number): void {
    const id = this.random.uuid()
    const payload = sortedKeys(structuredClone({ schema_version: 1, session, tasks, config: checkpointConfig }))
    this.put(
      'checkpoints',
      id,
      {
        metadata: { id, session_id: session.id, created_at: stamp(at), label },
        snapshot: { session_id: session.id, payload }
      },
      at
    )
  }
}

function emptyTasks(session: string): Json {
  return { session_id: session, tasks: [] }
}
