import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { ClaudePlaces } from '../places'

/** A configuration above this many bytes is not read. */
const largestConfig = 32 * 1024 * 1024

/** The configuration files of a folder. Of credentials only whether they are there. Files of projects lie in working directories, which are not touched. */
export function readConfigFiles(places: ClaudePlaces): readonly RawConfigDocument[] {
  const settings = readJson(join(places.root, 'settings.json'), 'settings.json')
  const others = [
    readJson(join(places.root, 'settings.local.json'), 'settings.local.json'),
    ...places.globalConfigs.map((path) => readJson(path, '.claude.json')),
    presenceOnly(join(places.root, '.credentials.json'), '.credentials.json')
  ]
  return [settings, ...others.filter(({ present }) => present)]
}

function presenceOnly(path: string, name: string): RawConfigDocument {
  const present = statSync(path, { throwIfNoEntry: false }) !== undefined
  const what = 'This file holds credentials. Reprise says that it is there and does not read it.'
  const findings = present
    ? [{ code: 'claude-code.config.credentials', severity: 'info', what, where: path } as const]
    : []
  return { name, path, present, root: undefined, findings }
}

function readJson(path: string, name: string): RawConfigDocument {
  const unreadable = (what: string): RawConfigDocument => {
    const finding = { code: 'claude-code.config.unreadable', severity: 'problem', what, where: path } as const
    return { name, path, present: true, root: undefined, findings: [finding] }
  }
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { name, path, present: false, root: undefined, findings: [] }
    if (!stat.isFile() || stat.size > largestConfig)
      return unreadable('This is no file that can be read as configuration.')
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '')
    return { name, path, present: true, root: text.trim() === '' ? {} : parse(text), findings: [] }
  } catch (error) {
    if (error instanceof SyntaxError) {
      const place = formatPosition(safeParseError(error))
      return unreadable(`This configuration file is no valid JSON${place === '' ? '' : ` (${place})`}.`)
    }
    return unreadable(`This file cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`)
  }
}

function parse(text: string): unknown {
  return JSON.parse(text) as unknown
}
