import { z } from 'zod'
import { BundleChoices, BundleReport, ExportFormat } from '../domain/bundle'
import { Inspection } from '../domain/import'
import { Plan } from '../domain/plan'
import { SessionRef, TranscriptRef } from '../domain/session'
import { none, reading } from './contract-parts'
import { command, job, query } from './operation-kinds'

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

/** Sessions as files that go elsewhere, and what comes from elsewhere. */
export const bundleOperations = {
  /** What a bundle would hold and what it would mask or give away. Writes nothing. */
  'bundle.preview': job(wanted, BundleReport, reading),
  'bundle.make': job(wanted.extend(target), exported.extend({ report: BundleReport }), reading),
  /** The transcript as text for people or programs, masked, with images as data where they are wanted. */
  'export.make': job(
    z.object({ session: TranscriptRef, format: ExportFormat, images: z.boolean().default(false), ...target }),
    exported.extend({ entries: z.number().int(), masked: z.number().int() }),
    reading
  ),
  /** Looks inside a file or folder that may hold anything. Writes nothing but in our own scratch folder. */
  'import.inspect': job(
    z.object({ path: z.string().min(1).max(4000), keyFile: z.string().max(4000).nullable().default(null) }),
    Inspection,
    reading
  ),
  /** Keeps sessions of an import in the vault. `sessions` are keys of the inspection; all of them when null. */
  'import.keep': job(
    z.object({
      importId: z.string(),
      sessions: z.array(z.string()).max(500).nullable().default(null),
      label: z.string().max(500).nullable().default(null)
    }),
    z.object({
      kept: z.array(z.object({ key: z.string(), session: SessionRef, checkpoint: z.string() })),
      notKept: z.array(z.object({ key: z.string(), because: z.string() }))
    }),
    [...reading, 'lease.held']
  ),
  /** What putting a session into its agent's store, as a new session, would do; `plan.apply` does it. */
  'import.plan': job(
    z.object({
      importId: z.string(),
      session: z.string(),
      /** Null: the first source of that agent. */
      target: z.string().nullable().default(null),
      /** Absolute; the folder that the session works in here. */
      workspace: z.string().min(1).max(4000)
    }),
    Plan,
    reading
  ),
  /** Lets go of what was unpacked. */
  'import.close': command(z.object({ importId: z.string() }), none),
  /** Whether there is a folder at a path, for the field of a working directory. */
  'import.folder': query(z.object({ path: z.string().min(1).max(4000) }), z.object({ exists: z.boolean() }))
} as const
