import { isDeepStrictEqual } from 'node:util'
import { toolResultEvidence, toolResultTransformBinding } from '../format/binding-shapes'
import { shapeProblems } from '../format/shape-problems'
import { capabilityBindingProblem, cognitiveBindingProblem } from './bindings'
import { policyOf, type TransformBinding, type TransformPolicy, transformBindingProblem } from './policy'
import { type InvariantProblem, problem, type RunParts, type SessionParts } from './validate-snapshot'

type Fields = Readonly<Record<string, unknown>>

const bindingKey = 'a3s_tool_result_transform_binding'
const evidenceKey = 'a3s_tool_result_evidence'
const lastSequence = 18446744073709551615n

/** Rules 3.5: runs and their events, in order (format 4.2). */
export function runProblems(session: SessionParts, runs: readonly RunParts[]): readonly InvariantProblem[] {
  const seen = new Set<string>()
  const policy = policyOf(session.config)
  return runs.flatMap((run, record) => {
    const duplicate = seen.has(run.snapshot.id)
    seen.add(run.snapshot.id)
    return [
      ...headProblems(run, record, duplicate, session.id),
      ...eventProblems(run, record, session.id, policy),
      ...countProblems(run, record)
    ]
  })
}

function headProblems(run: RunParts, record: number, duplicate: boolean, owner: string): readonly InvariantProblem[] {
  const { id, session_id: session } = run.snapshot
  const named = `run ${JSON.stringify(id)}`
  const where = `run_records[${record}] ${id}`
  const cognitive = checkedBinding(run.snapshot.cognitive_package_binding, cognitiveBindingProblem)
  const capability = checkedBinding(run.snapshot.capability_binding, capabilityBindingProblem)
  const twice = `session snapshot ${JSON.stringify(owner)} contains duplicate run id ${JSON.stringify(id)} at run record ${record}`
  const foreign = `${named} at record ${record} belongs to session ${JSON.stringify(session)}, but snapshot belongs to session ${JSON.stringify(owner)}`
  return [
    ...problem(
      '3.5.1',
      cognitive && `${named} at record ${record} has an invalid cognitive package binding: ${cognitive}`,
      where
    ),
    ...problem(
      '3.5.2',
      capability && `${named} at record ${record} has an invalid capability binding: ${capability}`,
      where
    ),
    ...problem('3.5.3', duplicate ? twice : null, where),
    ...problem('3.5.4', session === owner ? null : foreign, where)
  ]
}

function eventProblems(
  run: RunParts,
  record: number,
  session: string,
  policy: TransformPolicy
): readonly InvariantProblem[] {
  const problems: InvariantProblem[] = []
  const admitted = (run.snapshot.cognitive_package_binding ?? null) as Fields | null
  let agreed: Fields | null = null
  for (const [index, { sequence, event }] of run.events.entries()) {
    const report = (message: string | null) => {
      if (message === null) return
      const where = `run_records[${record}] ${run.snapshot.id}, events[${index}] sequence ${sequence}`
      problems.push(...problem('3.5.5', message, where))
    }
    const previous = run.events[index - 1]?.sequence
    if (previous !== undefined && sequence <= previous) {
      report(
        `run ${JSON.stringify(run.snapshot.id)} event ${index} has sequence ${sequence}, which is not strictly greater than previous sequence ${previous}`
      )
    }
    if (event.type === 'cognitive_context_bound') {
      const binding = event.binding as Fields
      report(contextProblem(run.snapshot.id, index, binding, admitted, agreed))
      agreed ??= binding
    } else if (event.type === 'tool_end' && event.metadata !== undefined) {
      const message = toolEndProblem(event.metadata, policy)
      report(
        message &&
          `run ${JSON.stringify(run.snapshot.id)} event ${index} in session ${JSON.stringify(session)} has ${message}`
      )
    }
  }
  return problems
}

function contextProblem(
  run: string,
  index: number,
  binding: Fields,
  admitted: Fields | null,
  agreed: Fields | null
): string | null {
  const named = `run ${JSON.stringify(run)} event ${index}`
  const invalid = cognitiveBindingProblem(binding)
  if (invalid !== null) return `${named} has an invalid cognitive package binding: ${invalid}`
  if (admitted !== null && !isDeepStrictEqual({ ...binding }, { ...admitted })) {
    return `${named} carries a cognitive generation different from its admitted Run binding`
  }
  if (admitted === null && agreed !== null && !isDeepStrictEqual({ ...binding }, { ...agreed })) {
    return `legacy ${named} changes cognitive generation within one Run`
  }
  return null
}

/** Evidence without a binding is not looked at. */
function toolEndProblem(metadata: unknown, policy: TransformPolicy): string | null {
  const fields = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Fields
  if (fields[bindingKey] === undefined) return null
  const [malformed] = shapeProblems(toolResultTransformBinding, fields[bindingKey])
  if (malformed !== undefined) return `malformed Tool result transform binding: ${malformed.message}`
  const binding = fields[bindingKey] as TransformBinding
  const invalid = transformBindingProblem(binding, policy)
  if (invalid !== null) return `invalid Tool result transform binding: ${invalid}`
  if (fields[evidenceKey] === undefined) return 'a Tool result transform binding without Tool result evidence'
  const [broken] = shapeProblems(toolResultEvidence, fields[evidenceKey])
  if (broken !== undefined) return `malformed Tool result evidence: ${broken.message}`
  const evidence = fields[evidenceKey] as Fields
  const fits =
    evidence.schema === 'a3s.code.tool-result-evidence.v1' &&
    evidence.transform_algorithm === binding.transform_algorithm
  return fits ? null : 'Tool result evidence that does not match its transform binding'
}

/** With no kept events any `event_count` passes; older ones may have been dropped from the front. */
function countProblems(run: RunParts, record: number): readonly InvariantProblem[] {
  const last = run.events.at(-1)?.sequence
  if (last === undefined) return []
  const named = `run ${JSON.stringify(run.snapshot.id)}`
  const where = `run_records[${record}] ${run.snapshot.id}`
  if (last >= lastSequence) {
    return problem(
      '3.5.6',
      `${named} retained event sequence ${BigInt(last) > lastSequence ? lastSequence : last} cannot be represented by event_count`,
      where
    )
  }
  const count = run.snapshot.event_count
  if (BigInt(count) > BigInt(last)) return []
  return problem(
    '3.5.6',
    `${named} event_count ${count} does not cover retained event sequence ${last}; expected at least ${BigInt(last) + 1n}`,
    where
  )
}

function checkedBinding(binding: unknown, check: (binding: Fields) => string | null): string | null {
  return binding === null || binding === undefined ? null : check(binding as Fields)
}
