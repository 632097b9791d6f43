import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import type { RawConfigDocument } from '../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../redaction/safe-parse-error'
import { withoutComments } from '../json-fields/without-comments'
import { namesIn } from './names-in'

/** A configuration above this many bytes is not read. */
const largestConfig = 32 * 1024 * 1024

/** What a folder of configuration holds. */
export interface ConfigNames {
  /** Files of JSON; the first one is named even where it is missing. */
  readonly settings: readonly string[]
  /** Names of files that hold credentials: whether they are there is told, they are not read. */
  readonly credentials: RegExp
}

/** The settings of an agent. Files of projects lie in working directories, which are not touched. */
export function readConfigFiles(agent: AgentId, root: string, names: ConfigNames): readonly RawConfigDocument[] {
  const settings = names.settings.map((name) => readJsonConfig(agent, join(root, name), name))
  const hidden = namesIn(root)
    .map(({ name }) => name)
    .filter((name) => names.credentials.test(name) && !names.settings.includes(name))
  return [
    ...settings.filter(({ present }, index) => present || index === 0),
    ...hidden.map((name) => presenceOnly(agent, join(root, name), name))
  ]
}

/** Says that a file is there, and nothing of what is in it. */
export function presenceOnly(agent: AgentId, path: string, name: string): RawConfigDocument {
  const present = statSync(path, { throwIfNoEntry: false }) !== undefined
  const what = 'This file holds credentials. Reprise says that it is there and does not read it.'
  const findings = present
    ? [{ code: `${agent}.config.credentials`, severity: 'info', what, where: path } as const]
    : []
  return { name, path, present, root: undefined, findings }
}

/** One file of JSON, which may have comments; what is wrong with it is a finding. */
export function readJsonConfig(agent: AgentId, path: string, name: string): RawConfigDocument {
  const unreadable = (what: string): RawConfigDocument => {
    const finding = { code: `${agent}.config.unreadable`, severity: 'problem', what, where: path } as const
    return { name, path, present: true, root: undefined, findings: [finding] }
  }
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { name, path, present: false, root: undefined, findings: [] }
    // Reading a pipe would wait for a writer for ever.
    if (!stat.isFile() || stat.size > largestConfig) {
      return unreadable('This is no file that can be read as configuration.')
    }
    const text = withoutComments(readFileSync(path, 'utf8').replace(/^\ufeff/, ''))
    return { name, path, present: true, root: text.trim() === '' ? {} : (JSON.parse(text) as unknown), findings: [] }
  } catch (error) {
    if (error instanceof SyntaxError) {
      const place = formatPosition(safeParseError(error))
      return unreadable(`This configuration file is no valid JSON${place === '' ? '' : ` (${place})`}.`)
    }
    return unreadable(`This file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`)
  }
}
