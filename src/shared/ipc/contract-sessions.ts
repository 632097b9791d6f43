import { z } from 'zod'
import { AgentId } from '../domain/agents'

/** Which sessions a list shows, and in which order. */
export const SessionQuery = z.object({
  agent: AgentId.optional(),
  source: z.string().optional(),
  /** The same folder, whatever way it is spelled. */
  workspace: z.string().optional(),
  /** A path of a workspace of the facets: all directories of it. */
  project: z.string().optional(),
  /** Only those that their agent removes within a week. */
  leaving: z.boolean().optional(),
  /** Only those that are gone, or only the others. */
  gone: z.boolean().optional(),
  /** Only those of which the library has a copy from elsewhere. */
  imported: z.boolean().optional(),
  /** Only those with a checkpoint that can be put back. */
  restorable: z.boolean().optional(),
  resumable: z.boolean().optional(),
  /** Every word must occur in the title, a prompt, the workspace or the agent's name; case does not count. */
  text: z.string().optional(),
  /** Also sessions that another one started. */
  children: z.boolean().optional(),
  sort: z.enum(['updated', 'started', 'title', 'entries', 'workspace', 'leaving']).default('updated'),
  descending: z.boolean().default(true)
})
export type SessionQuery = z.infer<typeof SessionQuery>

export const Facets = z.object({
  all: z.number().int(),
  restorable: z.number().int(),
  withFindings: z.number().int(),
  /** Those that their agent removes within a week, and those of which it has nothing any more. */
  leaving: z.number().int(),
  gone: z.number().int(),
  /** Those that came from elsewhere; where nothing else of them is here they are not counted as gone. */
  imported: z.number().int(),
  agents: z.array(z.object({ agent: AgentId, sessions: z.number().int() })),
  /** The ones used last first. `also`: other paths of the same folder or repository. */
  workspaces: z.array(
    z.object({
      path: z.string(),
      sessions: z.number().int(),
      also: z.array(z.string()).optional(),
      repository: z.string().optional()
    })
  )
})
export type Facets = z.infer<typeof Facets>
