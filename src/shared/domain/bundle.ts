import { z } from 'zod'
import { AgentId } from './agents'
import { ConfigDocument } from './config'
import { StepSubject } from './plan'

/** The newest version of the bundle format that this program writes; it reads no newer one. 2: parts of the category `memory`. */
export const bundleVersion = 2
export const bundleFormat = 'reprise-bundle'
/** Name of the manifest inside a bundle; every other entry is one that the manifest names. */
export const manifestName = 'manifest.json'
/** What bundles are called. They are zip files. */
export const bundleExtension = '.reprise'

/** What parts of a session a bundle holds beside its conversation; each is a choice. */
export const BundleChoices = z.object({
  /** Sessions of subagents. */
  children: z.boolean().default(false),
  /** Copies of files that the session changed; and what of the next two says nothing itself. */
  files: z.boolean().default(false),
  /** Outputs of tools that lie in files of their own. */
  outputs: z.boolean().optional(),
  checkpoints: z.boolean().optional(),
  /** Notes that the agent keeps for the project. */
  memory: z.boolean().default(false),
  /** The configuration of the agent as Reprise shows it: masked always, also where the bundle is exact. */
  configuration: z.boolean().default(false),
  /** Byte for byte, with every secret that is in it. */
  exact: z.boolean().default(false)
})
export type BundleChoices = z.infer<typeof BundleChoices>

export const PartCategory = z.enum(['conversation', 'children', 'outputs', 'checkpoints', 'tasks', 'files', 'memory'])
export type PartCategory = z.infer<typeof PartCategory>

const Content = z.object({ bytes: z.number().int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })

/** One native file, or one native state, of a session. */
export const BundlePart = z.object({
  /** The part's own name within its session, as the agent's adapter gave it. */
  id: z.string().min(1).max(4000),
  /** Entry of the zip that holds it. */
  name: z.string().min(1).max(2000),
  /** Which place of the agent's source `path` is below: its root, or one of its further places by name. */
  place: z.string().min(1).max(100),
  /** Below that place, with `/`. */
  path: z.string().min(1).max(4000),
  what: StepSubject,
  category: PartCategory,
  /** Rights of a file; null for a state that only the agent's own protocol writes. */
  mode: z.number().int().min(0).max(0o7777).nullable(),
  target: z.record(z.string(), z.string()).optional(),
  /** As it is in this bundle. */
  content: Content,
  /** As the agent had it; another hash than that of `content` where something was masked. */
  original: Content,
  /** How many places of it were masked. */
  masked: z.number().int().min(0)
})
export type BundlePart = z.infer<typeof BundlePart>

const KindCounts = z.record(z.string(), z.number().int().min(0))

export const BundledSession = z.object({
  id: z.string(),
  title: z.string(),
  workspace: z.string().nullable(),
  startedAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  entries: z.number().int().nullable(),
  agentVersion: z.string().nullable(),
  layout: z.string().nullable(),
  /** Where it comes from, by the agent's own ids. */
  parent: z.object({ id: z.string(), kind: z.enum(['fork', 'subagent', 'continuation']) }).nullable(),
  parts: z.array(BundlePart)
})
export type BundledSession = z.infer<typeof BundledSession>

/** The oldest version that can say what is in a bundle, so that an older Reprise reads all that it knows. */
export function versionFor(sessions: readonly z.infer<typeof BundledSession>[]): number {
  return sessions.some(({ parts }) => parts.some(({ category }) => category === 'memory')) ? bundleVersion : 1
}

/** `manifest.json` of a bundle. No time of making and no machine: the same session gives the same bytes. */
export const BundleManifest = z.object({
  format: z.literal(bundleFormat),
  version: z.number().int().min(1),
  madeBy: z.string(),
  agent: AgentId,
  /** First those that were asked for, then their children and what they were forked from. */
  sessions: z.array(BundledSession).min(1),
  /** How many of them were asked for. */
  asked: z.number().int().min(1).default(1),
  masking: z.object({ mode: z.enum(['masked', 'exact']), kinds: KindCounts }),
  /** What paths of then have to be read as elsewhere. */
  pathHints: z.object({ home: z.string(), platform: z.string(), workspaces: z.array(z.string()) }),
  choices: BundleChoices,
  /** Masked, for people; nothing reads it back into an agent. */
  configuration: z.array(ConfigDocument).default([]),
  /** What was left out, by choice or because it could not be taken. */
  leftOut: z.array(z.object({ what: z.string(), because: z.string() }))
})
export type BundleManifest = z.infer<typeof BundleManifest>

/** What a bundle would hold, or holds, for people. */
export const BundleReport = z.object({
  agent: AgentId,
  /** Of the first session. */
  title: z.string(),
  /** Of all sessions that were asked for, in order. */
  titles: z.array(z.string()),
  parts: z.array(
    z.object({
      path: z.string(),
      category: PartCategory,
      bytes: z.number().int(),
      masked: z.number().int(),
      /** What was found in it, by kind. */
      kinds: KindCounts
    })
  ),
  /** By category: how many parts there are and their bytes, whether chosen or not. */
  categories: z.array(
    z.object({ category: PartCategory, parts: z.number().int(), bytes: z.number().int(), chosen: z.boolean() })
  ),
  /** Settings of the agent that go along, masked. */
  settings: z.number().int(),
  bytes: z.number().int(),
  /** Secrets that were found, by kind: masked, or given away where the bundle is exact. */
  kinds: KindCounts,
  exact: z.boolean(),
  leftOut: BundleManifest.shape.leftOut
})
export type BundleReport = z.infer<typeof BundleReport>

export const ExportFormat = z.enum(['md', 'json', 'html'])
export type ExportFormat = z.infer<typeof ExportFormat>
