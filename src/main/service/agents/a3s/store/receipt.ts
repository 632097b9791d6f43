import { isDigest } from '../digest'
import type { Receipt } from './checkpoints'

const mostBytes = 1_048_576

/** Why a step's receipt is not valid; null when it is (format 3.10). */
export function receiptProblem(receipt: Receipt): string | null {
  const { identity } = receipt
  if (receipt.schema !== 'a3s.code.execution-result-receipt.v1') return 'the receipt schema is unsupported'
  if (identity.schema !== 'a3s.code.execution-identity.v1') return 'the identity schema is unsupported'
  if (identity.domain !== 'a3s.code.workflow-step.identity.v1') return 'the identity belongs to another domain'
  if (!isDigest(identity.digest) || !isDigest(receipt.evidence_digest)) return 'a digest is not canonical'
  const digest = receipt.result_digest ?? null
  if (digest !== null && !isDigest(digest)) return 'the result digest is not canonical'
  if (receipt.result_bytes > mostBytes) return 'the result is larger than a receipt may say'
  const holdsResult = digest !== null && receipt.result_bytes > 0
  const holdsNothing = digest === null && Number(receipt.result_bytes) === 0
  if (receipt.outcome === 'succeeded') return holdsResult ? null : 'a success needs a digest and a size above zero'
  return holdsNothing ? null : 'only a success has a result'
}
