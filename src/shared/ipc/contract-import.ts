import { z } from 'zod'
import { ConfigDocument } from '../domain/config'
import { Inspection, PathMove } from '../domain/import'
import { Plan } from '../domain/plan'
import { SessionRef } from '../domain/session'
import { cutAnswer, fromOffset, none, reading } from './contract-parts'
import { command, job, query } from './operation-kinds'

const path = z.string().min(1).max(4000)

/** What comes from elsewhere. */
export const importOperations = {
  /** Looks inside files and folders that may hold anything. Writes nothing but in our own scratch folder. One that cannot be taken does not stop the others. */
  'import.inspect': job(
    z.object({
      path,
      /** What was handed over together with it. */
      more: z.array(path).max(10_000).default([]),
      keyFile: z.string().max(4000).nullable().default(null)
    }),
    Inspection,
    reading
  ),
  /** The configuration that came along in a bundle, in pages as those of `config.show`; `input` counts the inputs of the inspection. Only to read. */
  'import.configuration': query(
    z.object({ importId: z.string(), input: z.number().int().min(0), ...fromOffset }),
    z.object({ documents: z.array(ConfigDocument), ...cutAnswer }),
    ['not.found']
  ),
  /** Keeps sessions of an import in the vault. `sessions` are keys of the inspection; all of them when null. */
  'import.keep': job(
    z.object({
      importId: z.string(),
      sessions: z.array(z.string()).max(500).nullable().default(null),
      label: z.string().max(500).nullable().default(null),
      /** Also what the vault has already, byte for byte. */
      again: z.boolean().default(false)
    }),
    z.object({
      kept: z.array(z.object({ key: z.string(), session: SessionRef, checkpoint: z.string() })),
      /** Those of which the vault has a copy with the same content, made at `at`; no second one was made. */
      already: z.array(z.object({ key: z.string(), session: SessionRef, checkpoint: z.string(), at: z.number() })),
      notKept: z.array(z.object({ key: z.string(), because: z.string() }))
    }),
    [...reading, 'lease.held']
  ),
  /** What putting sessions of one agent into its store, as new sessions, would do, as one operation; `plan.apply` does it. */
  'import.plan': job(
    z.object({
      importId: z.string(),
      session: z.string(),
      /** Null: the first source of that agent. */
      target: z.string().nullable().default(null),
      /** Absolute; the folder that the session works in here. */
      workspace: path,
      /** Further sessions of the same agent, each with its folder. */
      more: z
        .array(z.object({ session: z.string(), workspace: path }))
        .max(500)
        .default([]),
      /** Other folders of then and of now. Home is among them where it is known, unless a row says otherwise. */
      map: z.array(PathMove).max(200).default([])
    }),
    Plan,
    reading
  ),
  /** Lets go of what was unpacked. */
  'import.close': command(z.object({ importId: z.string() }), none),
  /** Whether there is a folder at a path, for the field of a working directory. */
  'import.folder': query(z.object({ path }), z.object({ exists: z.boolean() }))
} as const
