import type { Finding } from '@shared/domain/finding'
import { info } from '../findings'

/** The first release that takes a session up without comparing what the model was told about tools. */
const comparesNoMore = [0, 7, 0] as const

/**
 * For a session of a release that compares instructions and tool definitions at a resume (format: "Why a resume can fail"): the definitions are made by
 * the running tact, so nobody else can compare them beforehand; the settings that change them can be named.
 *
 * @param version as it stands in the row, such as `0.6.6`; null for any other text and for later releases.
 */
export function comparedTools(version: string): Finding | null {
  const parts = /^(\d+)\.(\d+)\.(\d+)(?:[-+]|$)/.exec(version)?.slice(1).map(Number)
  if (parts === undefined || !isBefore(parts, comparesNoMore)) return null
  return info(
    'session.compared-tools',
    `tact ${version} wrote this session. Releases up to 0.6.7 take it up only while instructions and tools are what they were then: one tool that was switched on or off since is enough for a refusal.`,
    {
      can: 'Set instructions, web_search, image_generation and max_subagents under [agent], the memory and the MCP servers in config.toml as they were, or use 0.7 or later, which does not compare them.'
    }
  )
}

function isBefore(version: readonly number[], limit: readonly number[]): boolean {
  const differs = limit.findIndex((part, index) => version[index] !== part)
  return differs >= 0 && (version[differs] ?? 0) < (limit[differs] ?? 0)
}
