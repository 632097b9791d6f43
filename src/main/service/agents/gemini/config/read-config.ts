import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import { withoutComments } from '../../google-content/without-comments'
import { namesIn } from '../files/names-in'
import type { GeminiPlaces } from '../places'

/** A configuration above this many bytes is not read. */
const largestConfig = 32 * 1024 * 1024

/** Files that hold credentials. Of them only whether they are there is said. */
const credentials =
  /^(?:\.env|oauth_creds\.json|google_accounts\.json|mcp-oauth-tokens.*\.json|a2a-oauth-tokens.*\.json)$/

/** The settings of a folder. Files of projects lie in working directories, which are not touched. */
export function readConfigFiles({ root }: GeminiPlaces): readonly RawConfigDocument[] {
  const names = namesIn(root).map(({ name }) => name)
  return [
    readSettings(join(root, 'settings.json'), 'settings.json'),
    ...names.filter((name) => credentials.test(name)).map((name) => presenceOnly(join(root, name), name))
  ]
}

function presenceOnly(path: string, name: string): RawConfigDocument {
  const what = 'This file holds credentials. Reprise says that it is there and does not read it.'
  const findings = [{ code: 'gemini.config.credentials', severity: 'info', what, where: path } as const]
  return { name, path, present: true, root: undefined, findings }
}

function readSettings(path: string, name: string): RawConfigDocument {
  const unreadable = (what: string): RawConfigDocument => {
    const finding = { code: 'gemini.config.unreadable', severity: 'problem', what, where: path } as const
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
