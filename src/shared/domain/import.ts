import { z } from 'zod'
import { AgentId } from './agents'
import { BundleManifest } from './bundle'
import { Finding } from './finding'
import { SessionRef, SessionState } from './session'

/** What was handed over, by its content; `several`: more than one of these together. */
export const ImportForm = z.enum(['bundle', 'zip', 'folder', 'file', 'several'])
export type ImportForm = z.infer<typeof ImportForm>

/** One session that was found inside. */
export const ImportedSession = z.object({
  /** Names it within this import. */
  key: z.string(),
  agent: AgentId,
  id: z.string(),
  /** Which of the inputs it lies in. */
  input: z.number().int(),
  title: z.string(),
  workspace: z.string().nullable(),
  startedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  state: SessionState,
  /** Null where it was not read whole. */
  entries: z.number().int().nullable(),
  children: z.number().int(),
  checkpoints: z.number().int(),
  bytes: z.number().int(),
  /** Notes of its project that came along, with their bytes; not among `bytes`. */
  memory: z.object({ files: z.number().int(), bytes: z.number().int() }),
  /** Records of unknown kinds that are kept raw, and those that cannot be read; null where it was not read whole. */
  unknown: z.number().int().nullable(),
  unreadable: z.number().int().nullable(),
  findings: z.array(Finding),
  findingCount: z.number().int(),
  /** What looks like a secret in it, by kind. */
  secrets: z.record(z.string(), z.number().int()),
  /** A session of the same id that is here already; `same`: its content is, too. */
  known: z.object({ session: SessionRef, title: z.string(), same: z.boolean() }).nullable(),
  /** The newest copy in the vault that holds all of its content; null where there is none. */
  keptBefore: z.object({ checkpoint: z.string(), at: z.number() }).nullable(),
  /** Why it cannot be kept; null where it can. */
  notKept: z.string().nullable(),
  /** Why it cannot be put into its agent's store; null where it can. */
  notPut: z.string().nullable()
})
export type ImportedSession = z.infer<typeof ImportedSession>

/** What the manifest of a bundle says, without the list of parts. */
export const BundleFacts = z.object({
  version: z.number().int(),
  madeBy: z.string(),
  mode: BundleManifest.shape.masking.shape.mode,
  masked: z.record(z.string(), z.number().int()),
  parts: z.number().int(),
  /** Settings of the agent that came along, masked. */
  settings: z.number().int(),
  leftOut: BundleManifest.shape.leftOut
})
export type BundleFacts = z.infer<typeof BundleFacts>

/** One file or folder that was handed over and can be taken. */
export const ImportInput = z.object({
  /** Its name, without its folder. */
  name: z.string(),
  form: ImportForm,
  bytes: z.number().int(),
  files: z.number().int(),
  /** How many sessions are in it. */
  sessions: z.number().int(),
  bundle: BundleFacts.nullable()
})
export type ImportInput = z.infer<typeof ImportInput>

/** A folder of then, and where it is here. Both absolute, `was` as some other system may spell it. */
export const PathMove = z.object({ was: z.string().min(1).max(4000), here: z.string().min(1).max(4000) })
export type PathMove = z.infer<typeof PathMove>

/** What looking inside found. Nothing was written but in our own scratch folder. */
export const Inspection = z.object({
  importId: z.string(),
  /** Name of what was handed over, without its folder; of several, how many they are. */
  name: z.string(),
  form: ImportForm,
  bytes: z.number().int(),
  files: z.number().int(),
  inputs: z.array(ImportInput),
  /** What else was handed over and cannot be taken, with the reason. */
  refused: z.array(z.object({ name: z.string(), message: z.string(), advice: z.string().optional() })),
  sessions: z.array(ImportedSession),
  /** How many there are; `sessions` lists at most 500. */
  total: z.number().int(),
  /** Set where one bundle was handed over. */
  bundle: BundleFacts.nullable(),
  /** Home and working directories of then, with where they would be here; `here` null: no such folder. */
  paths: z.array(z.object({ was: z.string(), here: z.string().nullable(), what: z.enum(['home', 'workspace']) })),
  /** Sources that a session could be put into, by agent. */
  targets: z.array(z.object({ source: z.string(), agent: AgentId, root: z.string() })),
  /** Files of which no agent's format is recognised; at most 100 are named. */
  unrecognised: z.object({ count: z.number().int(), names: z.array(z.string()) }),
  /** What is to be known of the whole, such as links that were not followed. */
  notes: z.array(z.string())
})
export type Inspection = z.infer<typeof Inspection>
