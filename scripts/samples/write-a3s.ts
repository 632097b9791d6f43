import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, createClock } from './clock.ts'
import { curvePicture } from './image.ts'
import type { Random } from './random.ts'
import type { Step, Story, Turn } from './story.ts'

type Json = Record<string, unknown>

const usage = {
  prompt_tokens: 1620,
  completion_tokens: 210,
  total_tokens: 1830,
  cache_read_tokens: null,
  cache_write_tokens: null
}

/** File name of an id (format page, "File names from ids"). */
function fileName(id: string): string {
  return `id_${Buffer.from(id).toString('base64url')}.json`
}

interface ToolUse {
  readonly name: string
  readonly input: unknown
  readonly output: string
  readonly exit: number
  readonly image?: string
}

function toolUse(step: Step): ToolUse | null {
  switch (step.do) {
    case 'shell':
      return { name: 'bash', input: { command: step.command }, output: step.output, exit: step.exit ?? 0 }
    case 'read':
      return { name: 'read', input: { file_path: step.path }, output: step.content, exit: 0 }
    case 'edit':
      return step.before === ''
        ? { name: 'write', input: { content: step.after, file_path: step.path }, output: `Wrote ${step.path}`, exit: 0 }
        : {
            name: 'edit',
            input: { file_path: step.path, new_string: step.after, old_string: step.before },
            output: `Edited ${step.path}`,
            exit: 0
          }
    case 'image':
      return {
        name: 'read',
        input: { file_path: step.path },
        output: `${step.path} (image)`,
        exit: 0,
        image: curvePicture().toString('base64')
      }
    case 'subagent':
      return { name: 'task', input: { agent: step.name, prompt: step.task }, output: step.output, exit: 0 }
    default:
      return null
  }
}

interface Draft {
  readonly id: string
  readonly messages: Json[]
  readonly runs: Json[]
  readonly traces: Json[]
  readonly subagents: Json[]
  readonly clock: Clock
}

/** Writes an a3s store at the place where the Code Web server keeps one: `.a3s/code-web/sessions`. */
export class A3sWriter {
  private readonly root: string
  private readonly home: string
  private readonly random: Random
  private readonly now: number

  constructor(home: string, random: Random, now: number) {
    this.root = join(home, '.a3s', 'code-web', 'sessions')
    this.home = home
    this.random = random
    this.now = now
    for (const folder of ['sessions', 'loop_checkpoints'])
      mkdirSync(join(this.root, 'v1', folder), { recursive: true, mode: 0o700 })
  }

  write(story: Story): string {
    const id = this.writeSession(story, story.turns, `web-${this.random.hex(8)}`)
    if (story.fork)
      this.writeSession(
        { ...story, minutesAgo: Math.max(1, story.minutesAgo - 3) },
        [...story.turns, ...story.fork],
        `${id}-fork`
      )
    return id
  }

  writeBig(story: Story, bytes: number): string {
    const once = JSON.stringify(story.turns).length * 8.6
    const turns = Array.from({ length: Math.ceil(bytes / once) }, () => story.turns).flat()
    return this.writeSession(story, turns, `big-${this.random.hex(8)}`)
  }

  private writeSession(story: Story, turns: readonly Turn[], id: string): string {
    const clock = createClock(this.random, { turns, minutesAgo: story.minutesAgo }, this.now)
    const draft: Draft = { id, messages: [], runs: [], traces: [], subagents: [], clock }
    for (const turn of turns) this.writeTurn(draft, turn)
    const path = join(this.root, 'v1', 'sessions', fileName(id))
    writeFileSync(path, JSON.stringify(this.envelope(draft, story, turns), null, 2), { mode: 0o600 })
    utimesSync(path, clock.last / 1000, clock.last / 1000)
    const last = turns.at(-1)
    if (last?.end === 'interrupted' || last?.end === 'failed') this.loopCheckpoint(draft)
    return id
  }

  private writeTurn(draft: Draft, turn: Turn): void {
    const events: Json[] = []
    const runId = `run-${this.random.uuid()}`
    const started = draft.clock.tick()
    const emit = (event: Json) => events.push({ sequence: events.length, timestamp_ms: draft.clock.last, event })
    draft.messages.push({ role: 'user', content: [{ type: 'text', text: turn.prompt }] })
    emit({ type: 'agent_start', prompt: turn.prompt })
    emit({ type: 'turn_start', turn: 1 })
    let answer = ''
    for (const step of turn.steps) {
      draft.clock.tick()
      if (step.do === 'say') {
        answer = step.text
        draft.messages.push({
          role: 'assistant',
          content: [{ type: 'text', text: step.text }],
          ...(step.thinking === undefined ? {} : { reasoning_content: step.thinking })
        })
      } else this.writeStep(draft, step, emit)
    }
    emit({ type: 'turn_end', turn: 1, usage })
    const failed = turn.end === 'failed' || turn.end === 'interrupted'
    if (turn.end === 'failed') emit({ type: 'error', message: turn.error ?? 'The model did not answer.' })
    if (!failed)
      emit({
        type: 'agent_end',
        text: answer,
        usage,
        verification_summary: noVerification,
        completion_terminal: { kind: 'narrative' }
      })
    const status = turn.end === 'failed' ? 'failed' : turn.end === 'interrupted' ? 'executing' : 'completed'
    draft.runs.push({
      snapshot: {
        id: runId,
        session_id: draft.id,
        status,
        prompt: turn.prompt,
        created_at_ms: started,
        updated_at_ms: draft.clock.last,
        ...(failed ? {} : { result_text: answer }),
        ...(turn.end === 'failed' ? { error: turn.error ?? 'no answer' } : {}),
        event_count: events.length
      },
      events
    })
  }

  private writeStep(draft: Draft, step: Step, emit: (event: Json) => void): void {
    if (step.do === 'plan') {
      emit(planEvent(step))
      return
    }
    if (step.do === 'compaction') {
      emit({
        type: 'context_compacted',
        session_id: draft.id,
        before_messages: step.before,
        after_messages: step.after,
        percent_before: 0.83,
        summary: 'Earlier messages were summarised.'
      })
    }
    const use = toolUse(step)
    if (!use) return
    const id = `call_${this.random.hex(10)}`
    const failed = use.exit !== 0
    const content = use.image
      ? [
          { type: 'text', text: use.output },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: use.image } }
        ]
      : use.output
    draft.messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', id, name: use.name, input: use.input }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: failed }] }
    )
    emit({ type: 'tool_start', id, name: use.name })
    emit({ type: 'tool_execution_start', id, name: use.name, args: use.input })
    draft.clock.tick()
    emit({ type: 'tool_end', id, name: use.name, args: use.input, output: use.output, exit_code: use.exit })
    draft.traces.push({
      schema: 'a3s.trace_event.v1',
      kind: 'tool_execution',
      name: use.name,
      success: !failed,
      exit_code: use.exit,
      duration_ms: 120,
      output_bytes: Buffer.byteLength(use.output)
    })
    if (step.do === 'subagent') this.writeSubagent(draft, step)
  }

  private writeSubagent(draft: Draft, step: Extract<Step, { do: 'subagent' }>): void {
    const at = draft.clock.last
    draft.subagents.push({
      task_id: `task-${this.random.hex(6)}`,
      parent_session_id: draft.id,
      child_session_id: `task-run-${this.random.hex(6)}`,
      agent: step.name,
      description: step.task,
      status: 'completed',
      started_ms: at - 18_000,
      updated_ms: at,
      finished_ms: at,
      output: step.output,
      success: true,
      progress: [{ timestamp_ms: at - 9_000, status: 'tool_completed', metadata: { tool: 'search', exit_code: 0 } }]
    })
  }

  private envelope(draft: Draft, story: Story, turns: readonly Turn[]): Json {
    const status = { open: 'pending', doing: 'in_progress', done: 'completed', dropped: 'cancelled' }
    return {
      schema_version: 1,
      session: {
        id: draft.id,
        config: sessionConfig(join(this.home, 'projects', story.project)),
        state: 'Active',
        messages: draft.messages,
        context_usage: { used_tokens: 1830 * turns.length, max_tokens: 200000, percent: 0.5, turns: turns.length },
        total_usage: usage,
        total_cost: 0.0081,
        model_name: 'example/model-x',
        tool_names: ['bash', 'edit', 'read', 'task', 'write'],
        thinking_enabled: false,
        thinking_budget: null,
        created_at: Math.floor(draft.clock.start / 1000),
        updated_at: Math.floor(draft.clock.last / 1000),
        llm_config: {
          provider: 'example',
          model: 'model-x',
          base_url: 'https://svc:sample-pass-8842@models.example.test/v1'
        },
        tasks: (story.tasks ?? []).map((task, index) => ({
          id: `t${index + 1}`,
          content: task.name,
          status: status[task.status],
          priority: 'medium'
        }))
      },
      artifacts: [],
      retained_artifact_uris: [],
      trace_events: draft.traces,
      run_records: draft.runs,
      verification_reports: [],
      subagent_tasks: draft.subagents
    }
  }

  /** What the program leaves behind when a run did not come to its end. */
  private loopCheckpoint(draft: Draft): void {
    const run = draft.runs.at(-1) as { snapshot: { id: string } }
    const checkpoint = {
      schema_version: 1,
      run_id: run.snapshot.id,
      session_id: draft.id,
      turn: 1,
      messages: draft.messages,
      total_usage: usage,
      tool_calls_count: draft.traces.length,
      verification_reports: [],
      convergence: {},
      checkpoint_ms: draft.clock.last
    }
    writeFileSync(
      join(this.root, 'v1', 'loop_checkpoints', fileName(run.snapshot.id)),
      JSON.stringify(checkpoint, null, 2),
      { mode: 0o600 }
    )
  }
}

const noVerification = {
  status: 'skipped',
  report_count: 0,
  required_check_count: 0,
  pending_required_check_count: 0,
  failed_check_count: 0,
  residual_risk_count: 0
}

function planEvent(step: Extract<Step, { do: 'plan' }>): Json {
  const steps = step.steps.map((each, index) => ({
    id: `s${index + 1}`,
    content: each.text,
    status: each.status,
    priority: 'medium'
  }))
  return {
    type: 'planning_end',
    plan: {
      goal: step.steps[0]?.text ?? '',
      steps,
      complexity: 'Simple',
      required_tools: [],
      estimated_steps: steps.length
    },
    estimated_steps: steps.length
  }
}

function sessionConfig(workspace: string): Json {
  return {
    name: '',
    workspace,
    system_prompt: 'You are a coding agent. Work in small steps.',
    max_context_length: 200000,
    auto_compact: true,
    auto_compact_threshold: 0.8,
    storage_type: 'file',
    confirmation_policy: { enabled: true, default_timeout_ms: 30000, timeout_action: 'Reject', yolo_lanes: ['Query'] },
    permission_policy: {
      deny: [{ rule: 'Bash(rm -rf:*)' }],
      allow: [{ rule: 'read' }],
      ask: [],
      default_decision: 'ask',
      enabled: true
    },
    planning_mode: 'Auto',
    goal_tracking: false,
    tool_presentation_profile: { schema: 'a3s.code.tool-presentation-profile.v1', mode: 'adaptive' },
    tool_result_transform_policy: {
      schema: 'a3s.code.tool-result-transform-policy.v1',
      max_output_bytes: 16384,
      head_bytes: 10582,
      tail_bytes: 5290,
      fold_repeated_lines: false,
      repeated_line_threshold: 3,
      structured_sample_items: 0
    }
  }
}
