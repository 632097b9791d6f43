import type { Random } from '../random.ts'
import type { InventedText } from './invented-text.ts'
import { type SessionCounts, type SessionPlan, SessionRecords } from './session-records.ts'
import { pictureCall, toolCall } from './tool-calls.ts'

/** A long session is cut down to a summary about every so many turns. */
const turnsBetweenCompactions = 40

/** Writes one session, turn by turn, until it has the bytes or the lines of its plan. */
class SessionWriter {
  private readonly records: SessionRecords
  private readonly plan: SessionPlan
  private readonly random: Random
  private readonly text: InventedText
  private images: number

  constructor(plan: SessionPlan, random: Random, text: InventedText, emit: (line: string) => void) {
    this.records = new SessionRecords(plan, random, text, emit)
    this.plan = plan
    this.random = random
    this.text = text
    this.images = plan.images
  }

  write(): SessionCounts & { readonly endedAt: number } {
    const { title, id, agentId } = this.plan
    if (title !== null) this.records.put({ type: 'custom-title', customTitle: title, sessionId: id })
    if (agentId === undefined) this.records.put({ type: 'mode', mode: 'normal', sessionId: id })
    for (let turn = 1; turn === 1 || this.progress() < 1; turn += 1) {
      this.turn()
      if (this.plan.compacts && turn % turnsBetweenCompactions === 0) this.records.compaction()
      this.records.now += this.random.integer(2_000, 400_000)
    }
    return { ...this.records.counts, endedAt: this.records.now }
  }

  private progress(): number {
    const { lines, bytes } = this.records.counts
    return this.plan.lines === undefined ? bytes / this.plan.bytes : lines / this.plan.lines
  }

  /** So that a session of a given number of lines has its bytes at the end; else mostly small, now and then very long. */
  private resultSize(): number {
    const { light, lines, bytes } = this.plan
    if (lines !== undefined) return Math.round((bytes / lines) * 1.4 * (0.3 + 1.4 * this.random.next()))
    return light ? this.random.integer(60, 900) : Math.min(120_000, Math.round(200 * 400 ** this.random.next()))
  }

  private turn(): void {
    const prompt = Array.from({ length: this.random.integer(1, 4) }, this.text.sentence).join(' ')
    this.records.prompt(prompt)
    const steps = this.plan.light ? this.random.integer(1, 2) : this.random.integer(1, 12)
    for (let step = 0; step < steps && (step === 0 || this.progress() < 1); step += 1) this.step()
    this.records.reply([{ type: 'text', text: this.text.answer() }], 'end_turn')
    this.records.endTurn(prompt)
  }

  private step(): void {
    const { random, text, plan } = this
    const making = { random, text, cwd: plan.cwd, size: this.resultSize() }
    const picture = this.images > 0 && random.chance(0.3)
    if (picture) this.images -= 1
    const calls = picture ? [pictureCall(making)] : [toolCall(making)]
    if (!plan.light && random.chance(0.12)) calls.push(toolCall(making))
    const thinking = { type: 'thinking', thinking: text.sentence(), signature: random.hex(40) }
    const blocks = calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }))
    const before = !plan.light && random.chance(0.25) ? [thinking] : [{ type: 'text', text: text.sentence() }]
    const reply = this.records.reply([...before, ...blocks], 'tool_use')
    this.records.counts.toolCalls += calls.length
    for (const call of calls) this.records.result(call.id, reply, call.result)
  }
}

/** @returns what was written, and when the session ended in Unix ms. */
export function writeSession(
  plan: SessionPlan,
  random: Random,
  text: InventedText,
  emit: (line: string) => void
): SessionCounts & { readonly endedAt: number } {
  return new SessionWriter(plan, random, text, emit).write()
}
