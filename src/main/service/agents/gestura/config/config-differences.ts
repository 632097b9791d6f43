import { checkShape } from '../../../json/check-shape'
import { fromPlain, JsonNumber, JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { writeCompact } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { type Fields, fieldsOf, isFields, textOf } from '../reading/fields'
import { checkpointConfig, judgedSections, modelKeys } from '../shapes/settings-shape'

/** Models that stand in for a section without one. They change with releases of the agent. */
const defaultModels: Readonly<Record<string, string>> = {
  openai: 'gpt-4o',
  anthropic: 'claude-sonnet-4-20250514',
  grok: 'grok-3',
  ollama: 'llama3.2'
}

/**
 * Names of the settings in which a checkpoint's configuration differs from today's, sorted: dotted keys, a list as a whole. Names only,
 * never values: hook arguments may be secrets.
 */
export function configDifferences(checkpointed: JsonValue, configFile: unknown): readonly string[] {
  const before = leaves(writeShape(checkpointed, checkpointConfig))
  const today = leaves(todaysConfig(configFile))
  const keys = new Set([...before.keys(), ...today.keys()])
  return [...keys].filter((key) => before.get(key) !== today.get(key)).sort()
}

/** The part of a configuration file that a checkpoint made now would hold; all defaults when the file is none the agent would read. */
export function todaysConfig(configFile: unknown): JsonValue {
  const read = isFields(configFile) && checkShape(configFile, judgedSections).length === 0
  return writeShape(build(read ? configFile : {}), checkpointConfig)
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

function leaves(value: JsonValue): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const visit = (inner: JsonValue, path: string) => {
    if (!(inner instanceof JsonObject)) found.set(path, spelled(inner))
    else for (const member of inner.unique()) visit(member.value, path === '' ? member.key : `${path}.${member.key}`)
  }
  visit(value, '')
  return found
}

function spelled(value: JsonValue): string {
  return value instanceof JsonNumber ? value.text : writeCompact(value)
}
