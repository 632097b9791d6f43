import { createHash } from 'node:crypto'
import type { Random } from '../random.ts'
import type { InventedText } from './invented-text.ts'

/** What a generated session is about; sizes in bytes, times in Unix ms. */
export interface SessionPlan {
  readonly id: string
  readonly cwd: string
  readonly startedAt: number
  /** It ends with the turn that reaches one of the two. */
  readonly bytes: number
  readonly lines?: number
  /** Small results, and none of the records that a short script leaves out. */
  readonly light: boolean
  readonly title: string | null
  readonly images: number
  readonly compacts: boolean
  /** Of a subagent: its records are a side chain of the session. */
  readonly agentId?: string
}

/** What was written, so that a test or a benchmark knows what to expect. */
export interface SessionCounts {
  lines: number
  bytes: number
  userTurns: number
  responses: number
  toolCalls: number
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Puts records behind each other as Claude Code 2.1.332 does in the samples of this project: one record for each block of a reply with the same
 * message id and usage, a chain of parents, results of tools doubled in `toolUseResult`.
 */
export class SessionRecords {
  readonly counts: SessionCounts = { lines: 0, bytes: 0, userTurns: 0, responses: 0, toolCalls: 0 }
  now: number
  private parent: string | null = null
  private readonly plan: SessionPlan
  private readonly random: Random
  private readonly text: InventedText
  private readonly emit: (line: string) => void

  constructor(plan: SessionPlan, random: Random, text: InventedText, emit: (line: string) => void) {
    this.plan = plan
    this.random = random
    this.text = text
    this.emit = emit
    this.now = plan.startedAt
  }

  /** A record outside the chain. */
  put(record: Fields): void {
    const line = `${JSON.stringify(record)}\n`
    this.counts.lines += 1
    this.counts.bytes += Buffer.byteLength(line)
    this.emit(line)
  }

  /** A record of the chain; returns its id. */
  link(record: Fields): string {
    const { cwd, id, agentId } = this.plan
    const uuid = this.random.uuid()
    this.now += this.random.integer(5, 900)
    const from = { parentUuid: this.parent, isSidechain: agentId !== undefined }
    const where = { userType: 'external', entrypoint: 'cli', cwd, sessionId: id, version: '2.1.332', gitBranch: 'main' }
    const timestamp = new Date(this.now).toISOString()
    this.put({ ...from, ...record, uuid, timestamp, ...where, ...(agentId !== undefined && { agentId }) })
    this.parent = uuid
    return uuid
  }

  prompt(content: string): void {
    const { agentId, id, light } = this.plan
    if (agentId === undefined && !light) {
      const timestamp = new Date(this.now).toISOString()
      this.put({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: id, content })
      this.put({ type: 'queue-operation', operation: 'dequeue', timestamp, sessionId: id })
    }
    const messageId = this.link({ promptId: this.random.uuid(), type: 'user', message: { role: 'user', content } })
    this.counts.userTurns += 1
    const snapshot = { messageId, trackedFileBackups: {}, timestamp: new Date(this.now).toISOString() }
    if (agentId === undefined) this.put({ type: 'file-history-snapshot', messageId, snapshot, isSnapshotUpdate: false })
  }

  /** One reply of the model: a record for each block. */
  reply(blocks: readonly Fields[], stop: 'tool_use' | 'end_turn'): string {
    const usage = {
      input_tokens: this.random.integer(3, 40),
      cache_creation_input_tokens: this.random.integer(64, 2500),
      cache_read_input_tokens: this.random.integer(9_000, 160_000),
      output_tokens: this.random.integer(20, 900)
    }
    const message = { id: `msg_01${this.random.hex(22)}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5' }
    this.counts.responses += 1
    let last = ''
    for (const block of blocks) {
      const content = { ...message, content: [block], stop_reason: stop, stop_sequence: null, usage }
      last = this.link({ type: 'assistant', message: content, requestId: `req_01${this.random.hex(22)}` })
    }
    return last
  }

  /** What a tool gave back, as the model gets it and as the program keeps it. */
  result(callId: string, replyUuid: string, result: ToolResult): void {
    const block = {
      tool_use_id: callId,
      type: 'tool_result',
      content: result.content,
      ...(result.failed && { is_error: true })
    }
    this.link({
      type: 'user',
      message: { role: 'user', content: [block] },
      toolUseResult: result.kept,
      sourceToolAssistantUUID: replyUuid
    })
  }

  /** Where the conversation was cut down to a summary. */
  compaction(): void {
    const boundary = {
      logicalParentUuid: this.parent,
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: 165_000 }
    }
    this.parent = null
    this.link(boundary)
    const content = `This session is being continued. ${this.text.answer()}`
    this.link({
      type: 'user',
      message: { role: 'user', content },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true
    })
  }

  endTurn(prompt: string): void {
    if (this.plan.agentId !== undefined) return
    this.put({ type: 'last-prompt', lastPrompt: prompt.slice(0, 200), leafUuid: this.parent, sessionId: this.plan.id })
  }
}

export interface ToolResult {
  readonly content: unknown
  readonly kept: unknown
  readonly failed: boolean
}

/** Base64 of something that is as hard to compress as a picture. */
export function pictureData(name: string, repeats: number): string {
  return createHash('sha512').update(name).digest('base64').replaceAll('=', '').repeat(repeats)
}
