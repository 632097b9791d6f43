import { readFileSync } from 'node:fs'
import { statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf, listOf, numberOf, textOf, timeOf } from '../../json-fields/fields'
import { typedText } from '../records/prompt'
import type { SessionFile } from './session-files'

/** What is known of a session beside its conversation. */
export interface SessionFacts {
  readonly title: string | null
  readonly cwd: string | null
  readonly model: string | null
  readonly startedAt: number | null
  readonly checkpoints: readonly CheckpointRef[]
}

/** A commit in the person's own repository (format: section 7, "Checkpoints"). */
export interface CheckpointRef {
  readonly ref: string
  readonly at: number | null
  /** Which prompt it was made before, from 1. */
  readonly run: number | null
  readonly kind: string
}

const none: SessionFacts = { title: null, cwd: null, model: null, startedAt: null, checkpoints: [] }
const largest = 64 * 1024 * 1024

/** Nothing, where the file is missing or damaged: the conversation is read without it. */
export function readFacts({ kind, id, beside }: SessionFile): SessionFacts {
  const value = readJson(beside)
  return kind === 'session' ? sessionFacts(fieldsOf(value)) : taskFacts(listOf(value).map(fieldsOf), id)
}

function sessionFacts(fields: Fields): SessionFacts {
  const metadata = fieldsOf(fields.metadata)
  return {
    title: named(metadata.title) ?? named(fields.prompt),
    cwd: textOf(fields.cwd) ?? textOf(fields.workspace_root),
    model: textOf(fields.model),
    startedAt: timeOf(fields.started_at),
    checkpoints: listOf(fieldsOf(metadata.checkpoint).history).map(fieldsOf).flatMap(checkpointRef)
  }
}

/** The list of all tasks names this one, or has lost it. */
function taskFacts(tasks: readonly Fields[], id: string): SessionFacts {
  const task = tasks.find((each) => each.id === id)
  if (task === undefined) return none
  return {
    ...none,
    title: named(task.task),
    cwd: textOf(task.cwdOnTaskInitialization) ?? textOf(task.shadowGitConfigWorkTree),
    model: textOf(task.modelId)
  }
}

function checkpointRef({ ref, createdAt, runCount, kind }: Fields): readonly CheckpointRef[] {
  const name = textOf(ref)
  if (name === null || !/^[0-9a-f]{7,64}$/.test(name)) return []
  return [{ ref: name, at: numberOf(createdAt), run: numberOf(runCount), kind: textOf(kind) ?? 'commit' }]
}

function named(value: unknown): string | null {
  const text = typedText(textOf(value) ?? '')
  return text.trim() === '' ? null : text
}

function readJson(path: string): unknown {
  const stat = statOf(path)
  if (stat === null || !stat.isFile() || stat.size > largest) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown
  } catch {
    return null
  }
}
