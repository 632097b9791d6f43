import { readFileSync } from 'node:fs'
import { statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf, numberOf, textOf } from '../../json-fields/fields'
import { settingsPath } from './session-files'

/** What stands in the file beside a session, as far as Reprise shows it. */
export interface SessionSettings {
  readonly model: string | null
  readonly effort: string | null
  /** What it does without asking. */
  readonly autonomy: string | null
  /** Tokens of the session's own replies, without those of its subagents; null where none are recorded. */
  readonly tokens: { readonly input: number; readonly output: number; readonly cached: number } | null
}

const largest = 4 * 1024 * 1024

/** Nothing of it, where the file is missing or damaged: the session is read without it. */
export function readSettings(path: string): SessionSettings {
  const fields = read(settingsPath(path))
  const effort = textOf(fields.reasoningEffort)
  return {
    model: textOf(fields.model),
    effort: effort === 'none' ? null : effort,
    autonomy: textOf(fields.autonomyMode) ?? textOf(fields.autonomyLevel),
    tokens: tokensOf(fields.tokenUsage)
  }
}

function tokensOf(value: unknown): SessionSettings['tokens'] {
  const { inputTokens, outputTokens, cacheReadTokens } = fieldsOf(value)
  const input = numberOf(inputTokens)
  const output = numberOf(outputTokens)
  return input === null || output === null ? null : { input, output, cached: numberOf(cacheReadTokens) ?? 0 }
}

function read(path: string): Fields {
  const stat = statOf(path)
  if (stat === null || !stat.isFile() || stat.size > largest) return {}
  try {
    return fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
