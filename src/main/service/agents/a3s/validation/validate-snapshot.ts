import type { JsonValue } from '../../../json/json-value'
import { versionProblem } from '../store/session-document'
import { cognitiveBindingProblem, contentAdapterProblem, durableSourceProblem } from './bindings'
import { exactPlain } from './exact-plain'
import { memoryBindingProblem } from './memory-binding'
import { policyOf, policyProblem } from './policy'
import { runProblems } from './validate-run'

/** One broken rule of a snapshot (format 4.2). */
export interface InvariantProblem {
  /** Number of the rule in the order of checks, such as `3.5.4`. */
  readonly rule: string
  /** What the crate says when this is the first broken rule. */
  readonly message: string
  /** Where: record and event numbers, ids. */
  readonly where: string
}

/** Plain parts of a snapshot that the rules look at; its shape has been checked before. */
export interface SnapshotParts {
  readonly schema_version: number
  readonly session: SessionParts
  readonly run_records?: readonly RunParts[]
  readonly subagent_tasks?: readonly { readonly task_id: string; readonly parent_session_id: string }[]
}

export interface SessionParts {
  readonly id: string
  readonly config: Readonly<Record<string, unknown>>
  readonly durable_source?: Fields | null
  readonly tenant_id?: string | null
  readonly principal?: string | null
  readonly durable_memory_binding?: Fields | null
  readonly cognitive_package_binding?: Fields | null
  readonly immutable_content_adapter_binding?: Fields | null
}

export interface RunParts {
  readonly snapshot: Fields & {
    readonly id: string
    readonly session_id: string
    readonly event_count: number | bigint
  }
  readonly events: readonly {
    readonly sequence: number | bigint
    readonly event: Fields & { readonly type: string }
  }[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What the crate's validation says about a snapshot that is loaded for `id`, rule by rule in its order; it would stop at the
 * first. Works on plain values too (large files), where counts above 2^53 are rounded.
 */
export function validateSnapshot(snapshot: JsonValue, id: string): readonly InvariantProblem[] {
  return validatePlainSnapshot(exactPlain(snapshot) as SnapshotParts, id)
}

export function validatePlainSnapshot(snapshot: SnapshotParts, id: string): readonly InvariantProblem[] {
  const { session } = snapshot
  const durable = session.durable_source ?? null
  const version = versionProblem(String(snapshot.schema_version), durable !== null)
  const source = durable === null ? null : durableSourceProblem(durable)
  return [
    ...problem('1', version, 'schema_version'),
    ...problem('1', source, 'session.durable_source'),
    ...problem('2', ownerProblem(session.id, id), 'session.id'),
    ...sessionProblems(session),
    ...runProblems(session, snapshot.run_records ?? []),
    ...subagentProblems(snapshot)
  ]
}

function ownerProblem(found: string, wanted: string): string | null {
  if (found === wanted) return null
  return `session snapshot ${JSON.stringify(found)} does not belong to requested session ${JSON.stringify(wanted)}`
}

function sessionProblems(session: SessionParts): readonly InvariantProblem[] {
  const named = `session snapshot ${JSON.stringify(session.id)}`
  const policy = policyProblem(policyOf(session.config))
  const cognitive = checked(session.cognitive_package_binding, cognitiveBindingProblem)
  const adapter = checked(session.immutable_content_adapter_binding, contentAdapterProblem)
  return [
    ...problem(
      '3.1',
      policy && `${named} has an invalid Tool result transform policy: ${policy}`,
      'session.config.tool_result_transform_policy'
    ),
    ...memoryProblems(session, named),
    ...problem(
      '3.3',
      cognitive && `${named} has an invalid cognitive package binding: ${cognitive}`,
      'session.cognitive_package_binding'
    ),
    ...problem(
      '3.4',
      adapter && `${named} has an invalid immutable-content adapter binding: ${adapter}`,
      'session.immutable_content_adapter_binding'
    )
  ]
}

function memoryProblems(session: SessionParts, named: string): readonly InvariantProblem[] {
  const binding = session.durable_memory_binding ?? null
  if (binding === null) return []
  const where = 'session.durable_memory_binding'
  const invalid = memoryBindingProblem(binding)
  const namespace = binding.namespace as Fields
  const tenant = session.tenant_id === namespace.tenantId
  const principal = session.principal === namespace.principalId
  const differs = (what: string) => `${named} ${what} identity does not match its durable-memory binding`
  return [
    ...problem('3.2', invalid && `${named} has an invalid durable-memory binding: ${invalid}`, where),
    ...problem('3.2', tenant ? null : differs('tenant'), 'session.tenant_id'),
    ...problem('3.2', principal ? null : differs('principal'), 'session.principal')
  ]
}

function subagentProblems(snapshot: SnapshotParts): readonly InvariantProblem[] {
  const owner = snapshot.session.id
  return (snapshot.subagent_tasks ?? []).flatMap((task, index) => {
    const parent = task.parent_session_id
    if (parent === '' || parent === owner) return []
    const message = `subagent task ${JSON.stringify(task.task_id)} at record ${index} belongs to parent session ${JSON.stringify(parent)}, but snapshot belongs to session ${JSON.stringify(owner)}`
    return problem('3.6', message, `subagent_tasks[${index}] ${task.task_id}`)
  })
}

function checked(binding: Fields | null | undefined, check: (binding: Fields) => string | null): string | null {
  return binding === null || binding === undefined ? null : check(binding)
}

/** A rule's message as a list of no or one problem. */
export function problem(rule: string, message: string | null, where: string): readonly InvariantProblem[] {
  return message === null || message === '' ? [] : [{ rule, message, where }]
}
