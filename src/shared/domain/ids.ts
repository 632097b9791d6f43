import { AgentId } from './agents'
import type { SessionRef } from './session'

/**
 * How people name a session on the command line: `<agent>:<id>`, and `<agent>:<id>@<source>` where an id occurs in more than
 * one source (design: "Identity"). Ids are free text, so only the first colon and the last `@` can mean anything.
 */
export interface SessionName {
  readonly agent: AgentId
  readonly id: string
  /** Set only if the text after the last `@` is one of the known sources. */
  readonly source: string | null
}

/** Parses a session name; null when it does not start with a known agent and a colon. */
export function parseSessionName(text: string, knownSources: ReadonlySet<string>): SessionName | null {
  const colon = text.indexOf(':')
  if (colon < 0) return null
  const agent = AgentId.safeParse(text.slice(0, colon))
  if (!agent.success) return null
  const rest = text.slice(colon + 1)
  const at = rest.lastIndexOf('@')
  if (at >= 0 && knownSources.has(rest.slice(at + 1))) {
    return { agent: agent.data, id: rest.slice(0, at), source: rest.slice(at + 1) }
  }
  return { agent: agent.data, id: rest, source: null }
}

/** The short name, or the long one when `withSource` is set. */
export function formatSessionName(agent: AgentId, ref: SessionRef, withSource = false): string {
  return withSource ? `${agent}:${ref.id}@${ref.source}` : `${agent}:${ref.id}`
}
