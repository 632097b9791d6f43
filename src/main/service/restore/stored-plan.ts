import { createHash } from 'node:crypto'
import { Plan } from '@shared/domain/plan'
import { z } from 'zod'
import { Companion, FileStep, MadeSession, RecordedSource } from '../operations/operation-record'
import { canonicalJson } from './canonical-json'

/** A file that the plan was made from, as it was then. */
const Input = z.object({ path: z.string(), sha256: z.string().nullable() })

/** A plan with what carrying it out needs; kept in our folder for an hour, so that another process can apply it. */
export const StoredPlan = z.object({
  format: z.literal(1),
  plan: Plan,
  source: RecordedSource,
  /** Every step of the plan that changes something. */
  steps: z.array(FileStep),
  companions: z.array(Companion).default([]),
  /** Only where several sessions are made. */
  sessions: z.array(MadeSession).optional(),
  /** Where the content after each step is: beside the plan, or already in the vault (an undo). */
  contentIn: z.enum(['plan', 'vault']),
  /** Conflict id -> option -> steps that it leaves out. */
  leavesOut: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  inputs: z.array(Input)
})
export type StoredPlan = z.infer<typeof StoredPlan>

/**
 * SHA-256 over everything that decides the outcome. Left out are the plan's own id and times, its notes, and the time of last
 * change of a file, which is no precondition.
 */
export function digestOf(stored: StoredPlan): string {
  const { planId, digest, madeAt, expiresAt, notes, ...plan } = stored.plan
  const decisive = { ...stored, plan }
  return createHash('sha256')
    .update(canonicalJson(withoutTimes(decisive)))
    .digest('hex')
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'modifiedAt')
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutTimes(item)]))
}
