import { checkShape } from '../../../json/check-shape'
import { fromPlain, JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { writeShape } from '../../../json/write-shape'
import { type Fields, fieldsOf, isFields, textOf } from '../reading/fields'
import { onlyKnown } from '../shapes/only-known'
import { checkpointConfig, judgedSections, modelKeys } from '../shapes/settings-shape'
import { maskArguments, maskedText, maskName } from './mask-hook-texts'

/** Models that stand in for a section without one. They change with releases of the agent. */
const defaultModels: Readonly<Record<string, string>> = {
  openai: 'gpt-4o',
  anthropic: 'claude-sonnet-4-20250514',
  grok: 'grok-3',
  ollama: 'llama3.2'
}

/**
 * The part of a configuration file that a checkpoint made now would hold, as the agent itself copies it; all defaults when the file is
 * none that the agent would read. Made by naming every field down to the last (format page, section 4.3): nothing else can get in.
 */
export function todaysConfig(configFile: unknown): JsonValue {
  const read = isFields(configFile) && checkShape(configFile, judgedSections).length === 0
  return onlyKnown(writeShape(build(read ? configFile : {}), checkpointConfig), checkpointConfig)
}

/**
 * The same for a checkpoint that Reprise makes: hook arguments, which are free text, are masked where they could hold a secret, and so is
 * every other text that looks like one.
 */
export function checkpointConfigOf(configFile: unknown): JsonValue {
  return mapTexts(withMaskedArguments(todaysConfig(configFile)))
}

function build(config: Fields): JsonObject {
  const llm = fieldsOf(config.llm)
  const models = Object.entries(modelKeys).map(([key, provider]) => {
    const section = llm[provider]
    return [key, isFields(section) ? (textOf(section.model) ?? defaultModels[provider]) : undefined] as const
  })
  return jsonObject([
    ['pipeline', fromPlain(config.pipeline ?? {})],
    ['permissions', fromPlain(config.permissions ?? {})],
    ['llm_primary_provider', textOf(llm.primary) ?? 'anthropic'],
    ['llm_fallback_provider', textOf(llm.fallback) ?? undefined],
    ...models,
    ['hooks', fromPlain(config.hooks ?? {})]
  ])
}

function withMaskedArguments(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withMaskedArguments)
  if (!(value instanceof JsonObject)) return value
  return new JsonObject(
    value.members.map(({ key, value: inner }) => {
      const texts = key === 'args' && Array.isArray(inner) ? inner.filter((each) => typeof each === 'string') : null
      return { key, value: texts === null ? withMaskedArguments(inner) : maskArguments(texts) }
    })
  )
}

/** The names of tools are keys: one that looks like a secret goes, with its value. */
function mapTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return maskName(value)
  if (Array.isArray(value)) return value.map(mapTexts)
  if (!(value instanceof JsonObject)) return value
  const kept = value.members.filter(({ key }) => maskName(key) !== maskedText)
  return new JsonObject(kept.map(({ key, value: inner }) => ({ key, value: mapTexts(inner) })))
}
