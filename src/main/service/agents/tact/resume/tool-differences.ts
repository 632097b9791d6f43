import { readFile } from 'node:fs/promises'
import type { ResumeReason } from '@shared/domain/resume'
import { parse } from 'smol-toml'
import type { SourceLocation } from '../../adapter'
import { compareVersions } from '../../compare-versions'
import { stops, unsure } from '../../resume-reasons'
import { asObject } from '../json-access'
import { storePaths } from '../store-paths'
import { toolCode } from './judge-release'

/** What is on by the configuration of today. */
interface ToolSettings {
  readonly webSearch: boolean
  readonly imageGeneration: boolean
  readonly subagents: boolean
  readonly servers: readonly string[]
}

/** A tool of the definitions, the setting that makes it come and go, and whether that is on now. */
interface Compared {
  readonly tool: string
  readonly setting: string
  readonly isOn: (settings: ToolSettings) => boolean
}

const compared: readonly Compared[] = [
  { tool: 'web__run', setting: 'web_search under [agent]', isOn: ({ webSearch }) => webSearch },
  {
    tool: 'image_gen__imagegen',
    setting: 'image_generation under [agent]',
    isOn: ({ imageGeneration }) => imageGeneration
  },
  { tool: 'spawn_agent', setting: 'enabled under [subagents]', isOn: ({ subagents }) => subagents }
]
/** Every definition that was seen names this one; where it is missing, the text says nothing about the others either. */
const alwaysThere = 'exec_command'
/** Tools that came with a release: a session of before does not have them, and cannot have them again. */
const cameWith = [
  ['0.6.0', 'find_sessions'],
  ['0.6.5', 'current_session']
] as const

/**
 * Whether the tools that the model was told about are those of today (cases: B13). Releases up to 0.6.7 refuse a session when one differs; that
 * is for the installed release to decide, so nothing here counts for a later one.
 *
 * @param tools the definitions in the resume state, as JSON text; null where there are none.
 */
export async function toolDifferences(
  source: SourceLocation,
  tools: string | null,
  wroteIt: string | null
): Promise<readonly ResumeReason[]> {
  if (tools === null) return []
  const settings = await readSettings(storePaths(source).config)
  if (settings === null || !tools.includes(alwaysThere)) {
    return [unsure(`${toolCode}.unknown`, notComparable, advice)]
  }
  const found = [
    ...compared.flatMap((one) => differenceOf(one, tools, settings)),
    ...serverDifferences(tools, settings),
    ...releaseDifferences(tools, wroteIt)
  ]
  return found.length > 0 ? found : [unsure(`${toolCode}.more`, alike, advice)]
}

const notComparable =
  'tact up to 0.6.7 takes the session up only while its tools are what they were then, and they cannot be compared from outside.'
const alike =
  'Web search, image generation, subagents and MCP servers are set as the session has them; tact up to 0.6.7 compares more than that, which only it can do.'
const advice =
  'Set web_search, image_generation, subagents, memory and the MCP servers in config.toml as they were, or use 0.7 or later, which does not compare them.'

function differenceOf(
  { tool, setting, isOn }: Compared,
  tools: string,
  settings: ToolSettings
): readonly ResumeReason[] {
  const was = tools.includes(tool)
  const is = isOn(settings)
  if (was === is) return []
  const words = `The session was made with ${tool} switched ${was ? 'on' : 'off'}, and it is ${is ? 'on' : 'off'} now; tact up to 0.6.7 refuses that.`
  return [stops(`${toolCode}.${tool}`, words, `Set ${setting} to ${was} in config.toml, or use tact 0.7 or later.`)]
}

function serverDifferences(tools: string, { servers }: ToolSettings): readonly ResumeReason[] {
  const was = [
    ...new Set([...tools.matchAll(/mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__/g)].map((match) => match[1] ?? ''))
  ]
  const more = servers.filter((name) => !was.includes(name))
  const fewer = was.filter((name) => !servers.includes(name))
  if (more.length === 0 && fewer.length === 0) return []
  const words = [
    ...(more.length > 0 ? [`come since: ${more.join(', ')}`] : []),
    ...(fewer.length > 0 ? [`not there any more: ${fewer.join(', ')}`] : [])
  ].join('; ')
  return [
    stops(
      `${toolCode}.servers`,
      `The MCP servers are not those of the session (${words}); tact up to 0.6.7 refuses that.`,
      'Set [mcp_servers] in config.toml as it was, or use tact 0.7 or later.'
    )
  ]
}

function releaseDifferences(tools: string, wroteIt: string | null): readonly ResumeReason[] {
  const before = wroteIt !== null && /^\d+\.\d+\.\d+/.test(wroteIt)
  return cameWith.flatMap(([release, tool]) =>
    before && compareVersions(wroteIt, release) < 0 && !tools.includes(tool)
      ? [
          unsure(
            `${toolCode}.${tool}`,
            `tact ${wroteIt} wrote the session; ${release} added the tool ${tool}, and releases up to 0.6.7 that have it refuse the session.`,
            'Use tact 0.7 or later, or the release that wrote it.'
          )
        ]
      : []
  )
}

/** null where the file cannot be understood: then tact does not start with it either, or it is none. */
async function readSettings(path: string): Promise<ToolSettings | null> {
  let root: Record<string, unknown>
  try {
    root = asObject(parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return null
    root = {}
  }
  const [agent, subagents, servers] = [asObject(root.agent), asObject(root.subagents), asObject(root.mcp_servers)]
  return {
    webSearch: agent.web_search !== false,
    imageGeneration: agent.image_generation !== false,
    subagents: subagents.enabled !== false,
    servers: Object.keys(servers)
  }
}
