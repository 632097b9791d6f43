import { z } from 'zod'
import { SessionRef } from '../domain/session'
import type { ErrorCode } from './errors'

export const none = z.object({})
export const session = z.object({ session: SessionRef })

/** Lists that one answer may not hold: the next one is asked for with the `next` of this one. */
export const fromOffset = { offset: z.number().int().min(0).default(0) }
export const cutAnswer = { total: z.number().int(), next: z.number().int().nullable() }

/** Codes that reading a session, or a checkpoint of it, can answer with. */
export const reading: readonly ErrorCode[] = [
  'not.found',
  'source.missing',
  'source.locked',
  'source.newer',
  'source.unreadable',
  'session.unreadable',
  'session.sealed',
  'session.gone',
  'checkpoint.invalid',
  'refused'
]
