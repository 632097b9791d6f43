import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { LineCounter, parseDocument } from 'yaml'
import { checkShape } from '../../../json/check-shape'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, type ParsePosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { GesturaPlaces } from '../places'
import { isFields } from '../reading/fields'
import { readTextFile } from '../reading/read-file'
import { judgedSections } from '../shapes/settings-shape'

/** The configuration files of a home: the present one, the older one and its backup, and the shared MCP servers. */
export function readConfigFiles(places: GesturaPlaces): readonly RawConfigDocument[] {
  const yaml = readYaml(join(places.dataFolder, 'config.yaml'))
  const older = ['config.json', 'config.json.backup'].map((name) => readJson(join(places.dataFolder, name), name))
  const shared = readJson(join(places.home, '.mcp.json'), '.mcp.json')
  return [yaml, ...older, shared].filter((document) => document.present || document === yaml)
}

/** The configuration that the agent would start with: `config.yaml`, and only where that is missing, `config.json`. Unmasked. */
export function configInUse(places: GesturaPlaces): { readonly root: unknown; readonly paths: readonly string[] } {
  const yaml = readYaml(join(places.dataFolder, 'config.yaml'))
  const json = join(places.dataFolder, 'config.json')
  const paths = [yaml.path, json].filter((path) => path !== null)
  return { root: yaml.present ? yaml.root : readJson(json, 'config.json').root, paths }
}

function readYaml(path: string): RawConfigDocument {
  return readConfig(path, 'config.yaml', (text) => {
    const lineCounter = new LineCounter()
    const document = parseDocument(text, { lineCounter, prettyErrors: true })
    const error = document.errors[0]
    // Aliases can make a small file endless; past the limit the library throws.
    const root: unknown = error === undefined ? document.toJS({ maxAliasCount: 100 }) : undefined
    if (error !== undefined) return { root, findings: [malformed(path, safeParseError(error))] }
    return { root: root ?? {}, findings: valueFindings(path, root ?? {}) }
  })
}

function readJson(path: string, name: string): RawConfigDocument {
  return readConfig(path, name, (text) => {
    try {
      return { root: JSON.parse(text) as unknown, findings: [] }
    } catch (error) {
      return { root: undefined, findings: [malformedJson(path, safeParseError(error))] }
    }
  })
}

type Parse = (text: string) => { readonly root: unknown; readonly findings: readonly Finding[] }

function readConfig(path: string, name: string, parse: Parse): RawConfigDocument {
  const file = readTextFile(path)
  if (file.state === 'missing') return { name, path, present: false, root: undefined, findings: [] }
  if (file.state === 'unreadable') {
    return { name, path, present: true, root: undefined, findings: [unreadable(path, file.reason)] }
  }
  try {
    return { name, path, present: true, ...parse(file.text) }
  } catch (error) {
    // The YAML library throws for aliases that go too far; what it says may quote the file.
    return { name, path, present: true, root: undefined, findings: [malformed(path, safeParseError(error))] }
  }
}

/** One value that the agent does not know makes it read the whole file as defaults. */
function valueFindings(path: string, root: unknown): readonly Finding[] {
  if (!isFields(root)) return [malformed(path, { line: null, column: null, offset: null })]
  const problems = checkShape(root, judgedSections)
  const first = problems[0]
  if (first === undefined) return []
  return [
    {
      code: 'gestura.config.value',
      severity: 'problem',
      what: `gestura probably reads this whole file as defaults, because of one value: ${first.path}, ${first.problem}.`,
      where: path,
      can: 'Correct the value before gestura saves its configuration over the file.'
    }
  ]
}

function malformed(path: string, position: ParsePosition): Finding {
  const place = formatPosition(position)
  return {
    code: 'gestura.config.malformed',
    severity: 'problem',
    what: `The configuration is no valid YAML${place === '' ? '' : ` (${place})`}: gestura reads it as all defaults and says nothing.`,
    where: path,
    can: 'Correct the file before gestura saves its configuration over it.'
  }
}

function malformedJson(path: string, position: ParsePosition): Finding {
  const place = formatPosition(position)
  return {
    code: 'gestura.config.malformed',
    severity: 'problem',
    what: `This configuration file is no valid JSON${place === '' ? '' : ` (${place})`}.`,
    where: path
  }
}

function unreadable(path: string, reason: string): Finding {
  return {
    code: 'gestura.config.unreadable',
    severity: 'problem',
    what: `This file cannot be read: ${reason}.`,
    where: path
  }
}
