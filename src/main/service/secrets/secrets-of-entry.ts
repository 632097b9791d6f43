import type { SecretPlace } from '@shared/domain/secret'
import type { Entry } from '@shared/domain/transcript'
import { maskJson } from '../redaction/mask-json'
import { findSecrets } from './find-secrets'
import type { FoundSecret } from './found-secret'

/** A secret of an entry with the text of it, which stays in the service. */
export interface SecretOfEntry extends Pick<FoundSecret, 'rule' | 'kind' | 'confidence'> {
  readonly field: SecretPlace['field']
  readonly text: string
}

function inText(text: string, field: SecretPlace['field']): SecretOfEntry[] {
  return findSecrets(text).map(({ start, end, rule, kind, confidence }) => ({
    ...{ rule, kind, confidence, field },
    text: text.slice(start, end)
  }))
}

const inJson = (value: unknown, field: SecretPlace['field']): SecretOfEntry[] =>
  maskJson(value).found.map((found) => ({ ...found, field }))

/** All secrets in what a transcript shows of an entry. The edits of a tool say again what its arguments say, and are left out. */
export function secretsOfEntry({ text, tool, steps }: Entry): SecretOfEntry[] {
  const ofTool = tool ? [...inJson(tool.arguments, 'arguments'), ...inText(tool.result, 'result')] : []
  const ofSteps = tool || !steps ? [] : inJson(steps, 'text')
  return [...inText(text, 'text'), ...ofTool, ...ofSteps]
}

/** The same with its edits, where a mask may stand that nothing else shows. */
export function shownSecrets(entry: Entry): SecretOfEntry[] {
  return [...secretsOfEntry(entry), ...inJson([entry.tool?.edits, entry.steps], 'arguments')]
}
