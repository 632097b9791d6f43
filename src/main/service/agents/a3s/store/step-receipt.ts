import { fromPlain, type JsonObject, type JsonValue, jsonObject } from '../../../json/json-value'
import { domainDigest } from '../digest'
import { canonicalText, sortedText } from '../format/canonical-text'
import { sourceAnchors } from '../format/record-shapes'
import { exactPlain } from '../validation/exact-plain'
import { type Answer, answer, refuse } from './answer'
import type { Receipt } from './checkpoints'
import { receiptProblem } from './receipt'

/** What a workflow was asked to do in one step; the agent derives the step's identity from it. Absent parts count as null. */
export interface StepDefinition {
  readonly task_id: string
  readonly agent: string
  readonly description: string
  readonly prompt: string
  readonly max_steps?: number
  readonly parent_session_id?: string
  readonly output_schema?: JsonValue
}

const identityDomain = 'a3s.code.workflow-step.identity.v1'
const resultDomain = 'a3s.code.workflow-step.result.v1'
const evidenceDomain = 'a3s.code.workflow-step.evidence.v1'

/**
 * The receipt that the agent makes for a step that ended: identity over workflow and definition with sorted keys, evidence over the source
 * anchors, result over output and structured answer (format 3.10; checked with the vector `receipt`).
 *
 * @param outcome as it stands in a workflow checkpoint.
 */
export function stepReceipt(workflow: string, definition: StepDefinition, outcome: JsonObject): Answer<Receipt> {
  for (const field of ['task_id', 'agent'] as const) {
    if (outcome.get(field) !== definition[field])
      return refuse('receipt-invalid', `the outcome’s ${field} is not the definition’s`)
  }
  const succeeded = outcome.get('success') === true
  const result = sortedText(
    jsonObject([
      ['output', outcome.get('output') ?? null],
      ['structured', outcome.get('structured') ?? null]
    ])
  )
  const receipt: Receipt = {
    schema: 'a3s.code.execution-result-receipt.v1',
    identity: stepIdentity(workflow, definition),
    evidence_digest: domainDigest(evidenceDomain, canonicalText(sourceAnchors, outcome.get('source_anchors') ?? [])),
    outcome: succeeded ? 'succeeded' : 'failed',
    result_digest: succeeded ? domainDigest(resultDomain, result) : null,
    result_bytes: succeeded ? Buffer.byteLength(result) : 0
  }
  const invalid = receiptProblem(receipt)
  return invalid === null ? answer(receipt) : refuse('receipt-invalid', invalid)
}

function stepIdentity(workflow: string, definition: StepDefinition): Receipt['identity'] {
  const { output_schema = null, ...rest } = definition
  const asked = { workflow_id: workflow, max_steps: null, parent_session_id: null, ...rest }
  const text = sortedText(
    jsonObject([
      ...Object.entries(asked).map(([key, value]) => [key, fromPlain(value)] as const),
      ['output_schema', output_schema]
    ])
  )
  return {
    schema: 'a3s.code.execution-identity.v1',
    domain: identityDomain,
    digest: domainDigest(identityDomain, text)
  }
}

/**
 * Why a step of a checkpoint is not the result of its definition; null when it is, or when it has no receipt, as old ones (behaviour
 * a3s-27). The evidence is not compared: a host may have given a richer one.
 */
export function stepMismatch(workflow: string, definition: StepDefinition, step: JsonObject): string | null {
  const found = step.get('result_receipt') ?? null
  if (found === null) return null
  const receipt = exactPlain(found) as Receipt
  const expected = stepReceipt(workflow, definition, step.get('outcome') as JsonObject)
  if (!expected.ok) return expected.error
  const { identity, outcome, result_digest, result_bytes } = expected.value
  const named = `step ${JSON.stringify(definition.task_id)}`
  const same = (['schema', 'domain', 'digest'] as const).every((field) => receipt.identity[field] === identity[field])
  if (!same) return `${named} was done under another definition`
  return receipt.outcome === outcome &&
    (receipt.result_digest ?? null) === result_digest &&
    Number(receipt.result_bytes) === result_bytes
    ? null
    : `${named} has a receipt of another result`
}
