import type { Entry, ToolCall } from '@shared/domain/transcript'
import { asObject, asText, isObject } from '../json-access'

/** The call id of the code cell that made a call: `<parent>/code-<number>` and no other form (format: "Nesting"). */
export function parentCall(callId: string): string | null {
  return /^(.+)\/code-\d+$/.exec(callId)?.[1] ?? null
}

/** The changes of an `apply_patch` text, one per file, so that each can be shown as a diff. */
export function patchEdits(patch: string): NonNullable<ToolCall['edits']> {
  const edits: { path: string; lines: string[] }[] = []
  for (const line of patch.split('\n')) {
    const head = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/.exec(line)
    if (head?.[1] !== undefined) edits.push({ path: head[1].trim(), lines: [line] })
    else if (!/^\*\*\* (Begin|End) Patch\s*$/.test(line)) edits.at(-1)?.lines.push(line)
  }
  return edits.map(({ path, lines }) => ({ path, patch: lines.join('\n') }))
}

/** Steps of an `update_plan` call; null when the arguments are no plan. */
export function planSteps(argumentsValue: unknown): NonNullable<Entry['steps']> | null {
  const { plan } = asObject(argumentsValue)
  if (!Array.isArray(plan)) return null
  const steps = plan
    .filter(isObject)
    .map((step) => ({ text: asText(step.step) ?? '', status: asText(step.status) ?? '' }))
  return steps.length > 0 ? steps : null
}

/** A child agent that a call starts. tact keeps no session of it, so it has a name and no id. */
export function startedSubagent(tool: string, argumentsValue: unknown): ToolCall['subagent'] {
  if (tool !== 'spawn_agent') return undefined
  return { id: null, name: asText(asObject(argumentsValue).role) ?? 'subagent' }
}
