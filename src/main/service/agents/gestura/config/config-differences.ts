import { JsonNumber, JsonObject, type JsonValue } from '../../../json/json-value'
import { writeCompact } from '../../../json/write-json'
import { writeShape } from '../../../json/write-shape'
import { onlyKnown } from '../shapes/only-known'
import { checkpointConfig } from '../shapes/settings-shape'
import { checkpointConfigOf, todaysConfig } from './checkpoint-config'

/**
 * Names of the settings in which a checkpoint's configuration differs from today's, sorted: dotted keys, a list as a whole. Names only,
 * never values: hook arguments may be secrets. What Reprise masked when it made the checkpoint is no difference.
 */
export function configDifferences(checkpointed: JsonValue, configFile: unknown): readonly string[] {
  const before = leaves(onlyKnown(writeShape(checkpointed, checkpointConfig), checkpointConfig))
  const today = leaves(todaysConfig(configFile))
  const masked = leaves(checkpointConfigOf(configFile))
  const keys = new Set([...before.keys(), ...today.keys()])
  const same = (key: string) => before.get(key) === today.get(key) || before.get(key) === masked.get(key)
  return [...keys].filter((key) => !same(key)).sort()
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
