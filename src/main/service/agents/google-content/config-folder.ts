import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RawConfigDocument } from '../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../redaction/safe-parse-error'
import { withoutComments } from './without-comments'

/** A configuration above this many bytes is not read. */
const largestConfig = 32 * 1024 * 1024

/**
 * The settings in a folder of an agent, and whether files of the names that hold credentials are there; those are not read. Files of
 * projects lie in working directories, which are not touched. `agent` begins the codes of findings.
 */
export function readConfigFolder(agent: string, root: string, credentials: RegExp): readonly RawConfigDocument[] {
  return [
    readSettings(agent, join(root, 'settings.json'), 'settings.json'),
    ...namesIn(root)
      .filter((name) => credentials.test(name))
      .map((name) => presenceOnly(agent, join(root, name), name))
  ]
}

function namesIn(root: string): readonly string[] {
  try {
    return readdirSync(root)
  } catch {
    return []
  }
}

function presenceOnly(agent: string, path: string, name: string): RawConfigDocument {
  const what = 'This file holds credentials. Reprise says that it is there and does not read it.'
  const findings = [{ code: `${agent}.config.credentials`, severity: 'info', what, where: path } as const]
  return { name, path, present: true, root: undefined, findings }
}

function readSettings(agent: string, path: string, name: string): RawConfigDocument {
  const unreadable = (what: string): RawConfigDocument => {
    const finding = { code: `${agent}.config.unreadable`, severity: 'problem', what, where: path } as const
    return { name, path, present: true, root: undefined, findings: [finding] }
  }
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { name, path, present: false, root: undefined, findings: [] }
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
