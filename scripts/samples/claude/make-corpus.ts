import { closeSync, mkdirSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../random.ts'
import { createText, type InventedText } from './invented-text.ts'
import type { SessionPlan } from './session-records.ts'
import { writeSession } from './write-session.ts'

/**
 * Homes of somebody who has used Claude Code for long: `c1` 2,000 sessions of 500 MB, a dozen of them large and every twentieth with a
 * subagent; `c2` one session of 200 MB and 70,000 lines; `c3` 10,000 small sessions.
 */
export type CorpusKind = 'c1' | 'c2' | 'c3'

export interface CorpusOptions {
  readonly kind: CorpusKind
  /** The home folder. */
  readonly out: string
  readonly seed: number
  /** How much of it to make; 1 = all. */
  readonly scale?: number
}

export interface CorpusFacts {
  readonly sessions: number
  readonly subagents: number
  readonly lines: number
  readonly bytes: number
  /** Prompts in sessions, those of subagents left out. */
  readonly userTurns: number
  /** The largest file, and the session in it. */
  readonly largest: { readonly path: string; readonly id: string; readonly bytes: number }
}

const lastActivity = Date.UTC(2026, 10, 28, 18)
const halfYear = 180 * 86_400_000

/** Sizes in bytes of the sessions of each kind. */
function sizesOf(kind: CorpusKind, scale: number, random: Random): number[] {
  if (kind === 'c2') return [200_000_000 * scale]
  const count = Math.max(1, Math.round((kind === 'c1' ? 2_000 : 10_000) * scale))
  if (kind === 'c3') return Array.from({ length: count }, () => 6_000)
  const large = Math.max(1, Math.round(count * 0.006))
  const largeSizes = Array.from({ length: large }, (_, index) => 5_000_000 + 15_000_000 * (index / large) ** 1.6)
  const drawn = Array.from({ length: count }, () => Math.exp(4 * (random.next() + random.next() + random.next()) - 6))
  const left = 415_000_000 * scale - largeSizes.reduce((sum, size) => sum + size, 0)
  const share = left / drawn.reduce((sum, size) => sum + size, 0)
  const sizes = drawn.map((size) => Math.max(9_000, size * share))
  for (const [index, size] of largeSizes.entries()) sizes[Math.floor(((index + 0.5) * count) / large)] = size
  return sizes
}

function writeOne(path: string, plan: SessionPlan, random: Random, text: InventedText) {
  const file = openSync(path, 'w')
  const pieces: string[] = []
  let length = 0
  const flush = () => {
    writeSync(file, pieces.join(''))
    pieces.length = 0
    length = 0
  }
  const written = writeSession(plan, random, text, (line) => {
    pieces.push(line)
    length += line.length
    if (length > 1 << 20) flush()
  })
  flush()
  closeSync(file)
  const ended = new Date(Math.min(written.endedAt, lastActivity + 86_400_000))
  utimesSync(path, ended, ended)
  return written
}

class CorpusWriter {
  readonly facts = {
    sessions: 0,
    subagents: 0,
    lines: 0,
    bytes: 0,
    userTurns: 0,
    largest: { path: '', id: '', bytes: 0 }
  }
  private readonly random: Random
  private readonly text: InventedText
  private readonly projects: readonly string[]
  private readonly options: CorpusOptions

  constructor(options: CorpusOptions) {
    const { kind, seed } = options
    this.options = options
    this.random = createRandom(seed * 7 + Number(kind.slice(1)))
    this.text = createText(this.random)
    const count = { c1: 40, c2: 1, c3: 100 }[kind]
    this.projects = Array.from({ length: count }, (_, index) => `/home/dev/${this.text.identifier()}-${index}`)
  }

  write(): void {
    const { kind, scale = 1 } = this.options
    for (const [index, bytes] of sizesOf(kind, scale, this.random).entries()) {
      const plan = this.planOf(bytes)
      const folder = join(this.options.out, '.claude', 'projects', plan.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
      mkdirSync(folder, { recursive: true })
      this.writeSession(join(folder, `${plan.id}.jsonl`), plan)
      if (kind === 'c1' && index % 20 === 10) this.writeSubagent(join(folder, plan.id, 'subagents'), plan)
    }
  }

  private planOf(bytes: number): SessionPlan {
    const { random, text } = this
    const { kind, scale = 1 } = this.options
    return {
      id: random.uuid(),
      // Some projects are worked on far more than others.
      cwd: this.projects[Math.floor(this.projects.length * random.next() ** 1.7)] ?? '/home/dev',
      bytes,
      ...(kind === 'c2' && { lines: Math.round(70_000 * scale) }),
      startedAt: lastActivity - Math.floor(random.next() * halfYear),
      light: kind === 'c3',
      title: random.chance(0.05) ? text.sentence().slice(0, 40) : null,
      images: kind !== 'c3' && random.chance(0.02) ? 3 : 0,
      compacts: bytes > 3_000_000
    }
  }

  private writeSession(path: string, plan: SessionPlan): void {
    const { lines, bytes, userTurns } = writeOne(path, plan, this.random, this.text)
    this.facts.sessions += 1
    this.facts.userTurns += userTurns
    this.facts.lines += lines
    this.facts.bytes += bytes
    if (bytes > this.facts.largest.bytes) this.facts.largest = { path, id: plan.id, bytes }
  }

  private writeSubagent(folder: string, parent: SessionPlan): void {
    mkdirSync(folder, { recursive: true })
    const agentId = this.random.hex(17)
    const plan = { ...parent, agentId, bytes: 15_000, images: 0, compacts: false, title: null }
    const { lines, bytes } = writeOne(join(folder, `agent-${agentId}.jsonl`), plan, this.random, this.text)
    const meta = { agentType: 'Explore', description: this.text.sentence().slice(0, 40) }
    writeFileSync(join(folder, `agent-${agentId}.meta.json`), JSON.stringify(meta))
    this.facts.subagents += 1
    this.facts.lines += lines
    this.facts.bytes += bytes
  }
}

/** The same seed gives the same bytes and the same times. */
export function makeClaudeCorpus(options: CorpusOptions): CorpusFacts {
  const writer = new CorpusWriter(options)
  writer.write()
  return writer.facts
}
