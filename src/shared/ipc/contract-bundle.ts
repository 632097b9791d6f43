import { z } from 'zod'
import { BundleChoices, BundleReport, ExportFormat } from '../domain/bundle'
import { SessionRef, TranscriptRef } from '../domain/session'
import { reading } from './contract-parts'
import { job } from './operation-kinds'

const exported = z.object({ path: z.string(), bytes: z.number().int(), sha256: z.string() })
/** Absolute. A file that is there is only written over with `replace`. */
const target = { path: z.string().min(1).max(4000), replace: z.boolean().default(false) }

/** Most sessions of one bundle, beside their children. */
const mostSessions = 500
/** `more` are further sessions of the same source that go into the same file. */
const wanted = BundleChoices.extend({
  session: SessionRef,
  more: z
    .array(SessionRef)
    .max(mostSessions - 1)
    .default([])
})

/** Sessions as files that go elsewhere. */
export const bundleOperations = {
  /** What a bundle would hold and what it would mask or give away. Writes nothing. */
  'bundle.preview': job(wanted, BundleReport, reading),
  'bundle.make': job(wanted.extend(target), exported.extend({ report: BundleReport }), reading),
  /** The transcript as text for people or programs, masked, with images as data where they are wanted. */
  'export.make': job(
    z.object({ session: TranscriptRef, format: ExportFormat, images: z.boolean().default(false), ...target }),
    exported.extend({ entries: z.number().int(), masked: z.number().int() }),
    reading
  )
} as const
