import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import Sqlite, { type Database, type Statement } from 'better-sqlite3'
import { type Clock, createClock } from './clock.ts'
import { fakeSecrets } from './fake-secrets.ts'
import type { Random } from './random.ts'
import type { Step, Story, Turn } from './story.ts'
import { tactSchema } from './tact-schema.ts'
import { callsOf, type TactCall } from './tact-steps.ts'

const version = '0.8.3'
const model = 'gpt-6.1-sol'

const configToml = (workspace: string) => `[auth]
mode = "auto"

[agent]
workspace = ${JSON.stringify(workspace)}
model = "sol"
thinking = "low"
append_instructions = "Answer in short sentences."
transport = "websocket"

[mcp_servers.files]
command = "npx"
args = ["-y", "files-server", "--api-key", "${fakeSecrets.openai}"]

[mcp_servers.files.env]
FILES_TOKEN = "${fakeSecrets.tracker}"

[mcp_servers.docs]
url = "https://docs.example.test/mcp"
bearer_token_env_var = "DOCS_TOKEN"

[memory]
enabled = true

[memory.remote]
endpoint = "https://memory.example.test/"
namespace = "mira"
bearer_token = "${fakeSecrets.memory}"

[subagents]
enabled = true
`

const usage = {
  input_tokens: 8800,
  input_tokens_details: { cached_tokens: 6144, cache_write_tokens: 0 },
  output_tokens: 402,
  output_tokens_details: { reasoning_tokens: 128 },
  total_tokens: 9202
}

interface Segment {
  readonly id: string
  readonly workspace: string
  readonly clock: Clock
  sequence: number
  agentSequence: number
  call: number
  history: unknown[]
}

/** Writes a tact store: `.tact` with one database of all sessions, closed cleanly, and a configuration. */
export class TactWriter {
  private readonly database: Database
  private readonly home: string
  private readonly random: Random
  private readonly now: number
  private newest = 0
  private readonly insertEvent: Statement
  private readonly insertSession: Statement
  private readonly insertState: Statement

  constructor(home: string, random: Random, now: number) {
    const root = join(home, '.tact')
    mkdirSync(join(root, 'sessions'), { recursive: true, mode: 0o700 })
    writeFileSync(join(root, 'config.toml'), configToml(join(home, 'projects', 'tide-tables')), { mode: 0o600 })
    mkdirSync(join(home, '.codex'), { recursive: true, mode: 0o700 })
    writeFileSync(
      join(home, '.codex', 'auth.json'),
      JSON.stringify({ auth_mode: 'apikey', OPENAI_API_KEY: fakeSecrets.openai, tokens: null }),
      { mode: 0o600 }
    )
    const path = join(root, 'sessions', 'v2.sqlite3')
    this.database = new Sqlite(path)
    chmodSync(path, 0o600)
    this.database.pragma('journal_mode = WAL')
    this.database.pragma('foreign_keys = ON')
    this.database.exec(tactSchema)
    this.database.exec('BEGIN')
    this.insertEvent = this.database.prepare(
      'INSERT INTO events(session_id, record_json, prompt_text, prompt_recorded_at_ms, assistant_stream) VALUES (?, ?, ?, ?, ?)'
    )
    this.insertSession = this.database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?)')
    this.insertState = this.database.prepare('INSERT INTO resume_states VALUES (?, ?)')
    this.home = home
    this.random = random
    this.now = now
  }

  /** Commits, moves everything from the log into the main file, and closes. */
  close(): void {
    this.database.exec('COMMIT')
    this.database.pragma('wal_checkpoint(TRUNCATE)')
    this.database.close()
    utimesSync(this.database.name, this.newest / 1000, this.newest / 1000)
  }

  write(story: Story): string {
    const parent = this.writeSession(story, story.turns, null)
    if (story.fork) this.writeSession({ ...story, minutesAgo: Math.max(1, story.minutesAgo - 4) }, story.fork, parent)
    return parent.id
  }

  writeBig(story: Story, bytes: number): string {
    const once = JSON.stringify(story.turns).length * 12.2
    const turns = Array.from({ length: Math.ceil(bytes / once) }, () => story.turns).flat()
    return this.writeSession(story, turns, null).id
  }

  private writeSession(story: Story, turns: readonly Turn[], parent: Segment | null): Segment {
    const clock = createClock(this.random, { turns, minutesAgo: story.minutesAgo }, this.now)
    const segment: Segment = {
      id: this.random.uuidAt(clock.start),
      workspace: join(this.home, 'projects', story.project),
      clock,
      sequence: 0,
      agentSequence: 0,
      call: 0,
      history: [...(parent?.history ?? [])]
    }
    const preview = turns[0]?.prompt.split(/\s+/u).join(' ') ?? 'No user prompt'
    this.insertSession.run(
      segment.id,
      parent?.id ?? null,
      segment.workspace,
      model,
      '"low"',
      '"standard"',
      version,
      clock.start,
      clock.start,
      preview
    )
    this.local(segment, 'session.started', {
      session_id: segment.id,
      ...(parent ? { parent_session_id: parent.id, parent_sequence: parent.sequence } : {}),
      model,
      effort: 'low',
      reasoning_mode: 'standard',
      fast_mode: false,
      workspace: segment.workspace,
      application_version: version
    })
    let succeeded = false
    for (const [index, turn] of turns.entries()) {
      this.writeTurn(segment, turn, index + 1)
      succeeded ||= (turn.end ?? 'completed') === 'completed'
    }
    this.local(segment, 'worker.stopped', {})
    this.local(segment, 'session.ended', { outcome: 'cancelled' })
    this.database.prepare('UPDATE sessions SET updated_at_ms = ? WHERE session_id = ?').run(clock.last, segment.id)
    this.newest = Math.max(this.newest, clock.last)
    if (succeeded) this.insertState.run(segment.id, this.resumeState(segment, parent?.id ?? segment.id))
    return segment
  }

  private writeTurn(segment: Segment, turn: Turn, id: number): void {
    const turnId = this.random.uuidAt(segment.clock.last)
    segment.call = 0
    this.local(segment, 'user.submitted', { id, text: turn.prompt }, turn.prompt)
    this.local(segment, 'worker.turn_accepted', { id })
    const input = [
      { type: 'text', text: turn.prompt },
      { type: 'text', text: '\n\n<agent_context>\nThis turn runs on sol with low reasoning effort.\n</agent_context>' }
    ]
    this.agent(segment, 'input.accepted', {
      session_id: segment.id,
      turn_id: turnId,
      item_id: `${turnId}:prompt`,
      kind: 'prompt',
      request_id: null,
      input
    })
    const started = segment.clock.last
    const run = {
      model,
      reasoning_mode: 'standard',
      effort: 'low',
      transport: 'responses_websocket_v2',
      orchestration: 'local_code_mode'
    }
    this.agent(segment, 'run.started', {
      mode: 'openai_model',
      ...run,
      websocket_url: 'wss://api.example.test/v1/responses',
      workspace: segment.workspace,
      instruction_bytes: turn.prompt.length,
      turn_id: turnId
    })
    segment.history.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: turn.prompt }] })
    for (const [index, step] of turn.steps.entries())
      this.writeStep(segment, step, turnId, index === turn.steps.length - 1)
    const took = segment.clock.last - started
    const end = {
      ...run,
      duration_ms: took,
      duration_ns: took * 1_000_000,
      model_calls: segment.call,
      steers: 0,
      compactions: 0,
      tool_calls: turn.steps.length,
      turn_id: turnId
    }
    if (turn.end === 'failed') {
      this.agent(segment, 'run.error', { message: turn.error ?? 'stream disconnected', turn_id: turnId })
      this.agent(segment, 'run.failed', { status: 'failed', ...end })
      this.local(segment, 'worker.turn_finished', { id, error: turn.error ?? 'stream disconnected' })
    } else if (turn.end === 'interrupted') {
      this.local(segment, 'worker.turns_interrupted', { count: 1 })
      this.agent(segment, 'run.error', { message: 'the turn was cancelled', turn_id: turnId })
      this.agent(segment, 'run.failed', { status: 'cancelled', ...end })
      this.local(segment, 'worker.turn_finished', { id })
    } else {
      this.agent(segment, 'run.completed', { status: 'completed', ...end })
      this.local(segment, 'worker.turn_finished', { id })
    }
  }

  private writeStep(segment: Segment, step: Step, turnId: string, last: boolean): void {
    if (step.do === 'say') this.writeAnswer(segment, step, turnId, last)
    else if (step.do === 'compaction') {
      const about = { after_model_call_index: segment.call, turn_id: turnId }
      this.agent(segment, 'model.compaction.started', {
        ...about,
        active_context_tokens: 246102,
        auto_compact_token_limit: 244800,
        previous_response_id: null
      })
      this.agent(segment, 'model.compaction.completed', {
        ...about,
        response_id: `resp_${this.random.hex(12)}`,
        attempt: 1,
        connection_generation: 1,
        status: 'completed',
        duration_ns: 9_120_000_000,
        time_to_first_event_ns: 400_000_000,
        time_to_first_output_ns: null,
        usage: null
      })
    } else for (const call of callsOf(step)) this.writeCall(segment, call, turnId)
  }

  private writeAnswer(segment: Segment, step: Extract<Step, { do: 'say' }>, turnId: string, last: boolean): void {
    segment.call += 1
    const index = { model_call_index: segment.call }
    this.agent(segment, 'model.call.started', {
      call_index: segment.call,
      model,
      reasoning_mode: 'standard',
      effort: 'low',
      turn_id: turnId
    })
    this.local(segment, 'context.observed', { prompt_cache: true, previous_response: true })
    if (step.thinking !== undefined)
      this.agent(segment, 'reasoning.summary.delta', { ...index, text: step.thinking, turn_id: turnId })
    segment.clock.tick()
    this.agent(segment, 'assistant.message', {
      ...index,
      item_id: `msg_${this.random.hex(16)}`,
      phase: last ? 'final_answer' : 'commentary',
      text: step.text,
      turn_id: turnId
    })
    this.agent(segment, 'model.call.completed', {
      call_index: segment.call,
      model,
      response_id: `resp_${this.random.hex(16)}`,
      attempt: 1,
      connection_generation: 1,
      status: 'completed',
      duration_ns: 2_100_000_000,
      time_to_first_event_ns: 310_000_000,
      time_to_first_output_ns: 900_000_000,
      tool_calls: last ? 0 : 1,
      usage,
      turn_id: turnId
    })
    segment.history.push({
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: step.text }],
      status: 'completed',
      phase: last ? 'final_answer' : 'commentary'
    })
  }

  private writeCall(segment: Segment, call: TactCall, turnId: string): void {
    const outer = `call_${this.random.hex(16)}`
    const index = Math.max(1, segment.call)
    const tail = { model_call_index: index, turn_id: turnId }
    const id = call.nested ? `${outer}/code-1` : outer
    const script = `const r = await tools.${call.tool}(${JSON.stringify(call.args)});\ntext(r.output ?? r);`
    if (call.nested) this.agent(segment, 'tool.call', { call_id: outer, tool: 'exec', arguments: script, ...tail })
    this.agent(segment, 'tool.call', { call_id: id, tool: call.tool, arguments: call.args, ...tail })
    segment.clock.tick()
    this.agent(segment, 'tool.result', {
      call_id: id,
      tool: call.tool,
      status: call.status,
      duration_ns: call.ms * 1_000_000,
      ...(call.nested ? { started_after_ns: 900_000 } : {}),
      result: call.result,
      structured_result: call.structured,
      turn_id: turnId
    })
    if (!call.nested) return
    const parts = [
      { type: 'input_text', text: `Script completed\nWall time ${(call.ms / 1000).toFixed(1)} seconds\nOutput:\n` },
      { type: 'input_text', text: typeof call.result === 'string' ? call.result : '' }
    ]
    this.agent(segment, 'tool.result', {
      call_id: outer,
      tool: 'exec',
      status: 'completed',
      duration_ns: (call.ms + 30) * 1_000_000,
      result: parts,
      structured_result: parts,
      turn_id: turnId
    })
    segment.history.push(
      { type: 'custom_tool_call', status: 'completed', call_id: outer, name: 'exec', input: script },
      { type: 'custom_tool_call_output', call_id: outer, output: parts }
    )
  }

  private local(segment: Segment, type: string, payload: unknown, prompt?: string): void {
    this.record(segment, { source: 'tact', type, payload }, prompt)
  }

  private agent(segment: Segment, type: string, payload: unknown): void {
    segment.agentSequence += 1
    this.record(segment, {
      source: 'agent',
      type,
      agent: { protocol_version: 1, request_id: segment.id, sequence: segment.agentSequence },
      payload
    })
  }

  private record(
    segment: Segment,
    fields: { source: string; type: string; agent?: unknown; payload: unknown },
    prompt?: string
  ): void {
    segment.sequence += 1
    const at =
      fields.type === 'user.submitted' || fields.type === 'session.started' ? segment.clock.tick() : segment.clock.last
    const text = JSON.stringify({ schema_version: 2, sequence: segment.sequence, recorded_at_unix_ms: at, ...fields })
    this.insertEvent.run(segment.id, Buffer.from(text), prompt ?? null, prompt === undefined ? null : at, null)
  }

  private resumeState(segment: Segment, lineage: string): Buffer {
    const context = {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: `<environment_context>\n<cwd>${segment.workspace}</cwd>\n</environment_context>` }
      ]
    }
    const state = {
      format_version: 2,
      snapshot: {
        version: 1,
        model,
        lineage_id: lineage,
        prompt_cache_key: lineage,
        workspace: segment.workspace,
        request_prefix: [
          { type: 'additional_tools', role: 'developer', tools: [] },
          { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'You are a coding agent.' }] }
        ],
        canonical_context: context,
        history: [{ ...context, id: 'msg_c0' }, ...segment.history],
        context_snapshot: { kind: 'missing' }
      },
      instructions: 'You are a coding agent.',
      skills_catalog_present: false
    }
    return zstdCompressSync(JSON.stringify(state), { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  }
}
