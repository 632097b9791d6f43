import { z } from 'zod'

/** What travels over a port between the shell and the service. Plain JSON only, so that every transport can carry it. */
export const ToService = z.discriminatedUnion('type', [
  z.object({ type: z.literal('call'), id: z.number().int(), traceId: z.string(), op: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
  z.object({ type: z.literal('shutdown') })
])
export type ToService = z.infer<typeof ToService>

export const FromService = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('result'), id: z.number().int(), envelope: z.unknown() }),
  z.object({ type: z.literal('progress'), id: z.number().int(), progress: z.unknown() }),
  z.object({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
  z.object({ type: z.literal('drained') })
])
export type FromService = z.infer<typeof FromService>
