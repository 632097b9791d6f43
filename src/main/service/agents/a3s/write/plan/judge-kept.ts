import { fail } from '@shared/ipc/errors'
import type { JsonObject } from '../../../../json/json-value'
import { isNative, type StepDraft } from '../../../../restore/plan-draft'
import type { SourceKey } from '../../../adapter'
import { parseDocument } from '../../store/parse-document'
import { openSealed } from '../../store/sealed'
import { judgeDocument, type SessionDocument } from '../../store/session-document'
import { brokenRule } from '../fork-snapshot'
import { allowed } from '../refuse-change'

/** The session inside a kept copy, which the agent would load and resume; anything else is refused with its reason. */
export function judgeKept(parts: readonly StepDraft[], id: string, key: SourceKey): SessionDocument {
  const holder = parts.find((part) => isNative(part) && part.content !== null) ?? parts.find(isLegacy)
  if (holder === undefined || holder.content === null) {
    return fail('checkpoint.invalid', `The copy holds no session ${JSON.stringify(id)}.`)
  }
  const { path } = holder
  const plain = allowed(openSealed(holder.content, key, `session file from ${path}`), path)
  const parsed = parseDocument(plain, 'the kept session cannot be parsed')
  const judged = parsed.ok ? judgeDocument(parsed.value, path) : parsed
  if (!judged.ok) return invalid(judged.error, path)
  if (judged.value.id !== id) return invalid(`it holds session ${JSON.stringify(judged.value.id)}`, path)
  // Fragments of a bare session are checked when they are read back; the rules are about whole generations.
  const broken = judged.value.form === 'envelope' ? brokenRule(judged.value.value, id) : null
  return broken === null ? judged.value : invalid(broken.error, path)
}

function isLegacy(part: StepDraft): boolean {
  return part.id === 'legacy'
}

function invalid(why: string, path: string): never {
  return fail('checkpoint.invalid', `a3s would not resume what was kept, and Reprise does not put it back: ${why}.`, {
    data: { path }
  })
}

export function hasDurableSource({ value, form }: SessionDocument): boolean {
  const session = form === 'envelope' ? (value.get('session') as JsonObject) : value
  return (session.get('durable_source') ?? null) !== null
}
