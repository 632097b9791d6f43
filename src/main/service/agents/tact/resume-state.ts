import { zstdDecompressSync } from 'node:zlib'
import type { Finding } from '@shared/domain/finding'
import { problem } from './findings'
import { asNumber, asObject, asText, isObject, type JsonObject } from './json-access'
import { knownModels } from './models'

/** What a resume state says (format: "resume_states"), as far as it can be read. */
export interface ResumeState {
  readonly model: string | null
  readonly workspace: string | null
  /** Session that the whole lineage started from. */
  readonly lineage: string | null
  /** Items of the history, in the shape of the model's interface. */
  readonly history: readonly unknown[]
  /** What the model was told ahead of it: the definitions of the tools, then the instructions. */
  readonly prefix: readonly unknown[]
  /** Why tact would refuse it; empty when it would not. */
  readonly findings: readonly Finding[]
}

const zstdMagic = '28b52ffd'
/** Far above any real state; a frame that grows beyond it is a bomb. */
const largestState = 512 * 1024 * 1024

/** Reads a state of the database (`format` 2) or of the files before it (1). Never throws. */
export function decodeResumeState(bytes: Uint8Array, format = 2): ResumeState {
  const text = decompress(bytes)
  if (typeof text !== 'string') return unreadable(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unreadable(problem('state.json', 'The resume state is not JSON.', cannotResume))
  }
  if (!isObject(value)) return unreadable(problem('state.json', 'The resume state is not a JSON object.', cannotResume))
  const snapshot = asObject(value.snapshot)
  const { history, request_prefix: prefix } = snapshot
  return {
    model: asText(snapshot.model),
    workspace: asText(snapshot.workspace),
    lineage: asText(snapshot.lineage_id),
    history: Array.isArray(history) ? history : [],
    prefix: Array.isArray(prefix) ? prefix : [],
    findings: [...checkFormat(value, format), ...checkSnapshot(snapshot)]
  }
}

const cannotResume = { still: 'The transcript is complete without it.', can: 'tact refuses to resume from it.' }

function decompress(bytes: Uint8Array): string | Finding {
  if (Buffer.from(bytes.subarray(0, 4)).toString('hex') !== zstdMagic) {
    return problem('state.zstd', 'The resume state is not zstd data.', cannotResume)
  }
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: largestState }).toString('utf8')
  } catch {
    return problem('state.truncated', 'The resume state is cut off or damaged.', cannotResume)
  }
}

function unreadable(finding: Finding): ResumeState {
  return { model: null, workspace: null, lineage: null, history: [], prefix: [], findings: [finding] }
}

function checkFormat(value: JsonObject, expected: number): Finding[] {
  const found = asNumber(value.format_version)
  const findings: Finding[] = []
  if (found !== expected) {
    findings.push(
      problem('state.format', `The resume state has format ${found ?? 'unknown'}; expected ${expected}.`, cannotResume)
    )
  }
  if (asText(value.instructions) === null) {
    findings.push(problem('state.instructions', 'The resume state holds no instructions.', cannotResume))
  }
  return findings
}

function checkSnapshot(snapshot: JsonObject): Finding[] {
  const findings: Finding[] = []
  const refuse = (code: string, what: string) => findings.push(problem(code, what, cannotResume))
  const version = asNumber(snapshot.version)
  const model = asText(snapshot.model)
  if (version !== 1) refuse('state.version', `The snapshot has version ${version ?? 'unknown'}; expected 1.`)
  if (model === null || !knownModels.has(model))
    refuse('state.model', `The snapshot is of a model that tact no longer takes: ${model}.`)
  const ids = [snapshot.lineage_id, snapshot.prompt_cache_key].map((id) => asText(id)?.trim())
  if (!ids.every(Boolean)) refuse('state.ids', 'The snapshot lacks its lineage or cache id.')
  const prefix = snapshot.request_prefix
  if (prefix !== undefined && !(Array.isArray(prefix) && prefix.length === 2)) {
    refuse('state.prefix', 'The request prefix of the snapshot does not have its two items.')
  }
  if (!Array.isArray(snapshot.history) || snapshot.history.length === 0)
    refuse('state.history', 'The snapshot has no history.')
  return findings
}

/** Images that a user message of the history carries beside a text (format: "Images pasted by the user"). */
export function imagesOfPrompt(state: ResumeState, prompt: string): readonly unknown[] {
  const pieces = prompt
    .split(/\[Image #\d+\]/)
    .map((piece) => piece.trim())
    .filter(Boolean)
  for (const item of state.history) {
    const { type, role, content } = asObject(item)
    if (type !== 'message' || role !== 'user' || !Array.isArray(content)) continue
    const parts = content.filter(isObject)
    const texts = parts.flatMap((part) => asText(part.text) ?? [])
    const images = parts.filter((part) => part.type === 'input_image')
    if (images.length > 0 && pieces.every((piece) => texts.some((text) => text.includes(piece)))) return images
  }
  return []
}
