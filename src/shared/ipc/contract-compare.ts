import { z } from 'zod'
import { ComparePart, Comparison, DiffRow, TextDifference } from '../domain/diff'
import { TranscriptRef } from '../domain/session'
import { cutAnswer, fromOffset, reading } from './contract-parts'
import { job, query } from './operation-kinds'

const of = { id: z.string(), part: ComparePart }
const textPage = {
  ...fromOffset,
  limit: z.number().int().min(1).max(2000).default(500),
  /** Also what is unchanged; else it is folded away. */
  whole: z.boolean().default(false)
}

/** Comparing any two points of sessions. Nothing is changed by it, and nothing masked comes out of it. */
export const compareOperations = {
  /** Compares two sessions as they are now, or as a checkpoint or kept copy holds them. What only one side can tell is in `notCompared`. */
  'compare.make': job(z.object({ a: TranscriptRef, b: TranscriptRef }), Comparison, reading),
  /** How the rows of a part go: the number of a change in `changeKinds` and how many rows have it, in turn. */
  'compare.runs': query(
    z.object({ ...of, ...fromOffset }),
    z.object({ runs: z.array(z.number().int()), ...cutAnswer }),
    ['not.found']
  ),
  'compare.rows': query(
    z.object({ ...of, ...fromOffset, limit: z.number().int().min(1).max(500).default(200) }),
    z.object({ rows: z.array(DiffRow), ...cutAnswer }),
    ['not.found']
  ),
  /** What is behind a row, line by line. */
  'compare.text': query(z.object({ ...of, row: z.number().int().min(0), ...textPage }), TextDifference, reading),
  /** What differs as a text to copy: a unified diff of files and texts, sentences for the rest. In pieces. */
  'compare.patch': query(
    z.object({ id: z.string(), part: ComparePart.optional(), ...fromOffset }),
    z.object({ text: z.string(), next: z.number().int().nullable() }),
    reading
  ),
  /** What a step of a plan would change, before and after, line by line. */
  'compare.step': query(z.object({ planId: z.string(), step: z.string(), ...textPage }), TextDifference, [
    'not.found',
    'plan.expired',
    'precondition.failed',
    'refused'
  ])
} as const
