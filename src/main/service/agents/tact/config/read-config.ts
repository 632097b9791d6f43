import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import { parse } from 'smol-toml'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { SourceLocation } from '../../adapter'
import { info, notice, problem } from '../findings'
import { asObject, asText } from '../json-access'
import { configName, storePaths } from '../store-paths'
import { unknownKeys } from './known-keys'

/** `config.toml`, and whether credentials and the memory database are there (format: "config.toml", "Auth file"). */
export async function readConfig(source: SourceLocation): Promise<readonly RawConfigDocument[]> {
  const paths = storePaths(source)
  const config = await configDocument(paths.config, configName(paths))
  const auth = authFile(source, config.root)
  return [
    config,
    await presence('auth.json (presence only)', auth, 'Everything in it is secret, so Reprise does not read it.'),
    await presence('memory/v1.sqlite3 (presence only)', paths.memory, 'The memories of tact across sessions.')
  ]
}

async function configDocument(path: string, name: string): Promise<RawConfigDocument> {
  let source: string
  try {
    // Reading a pipe would wait for a writer for ever.
    if (!(await stat(path)).isFile()) throw new Error('not a regular file')
    source = await readFile(path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const findings = missing ? [] : [problem('config.unreadable', `${name} cannot be read.`, { where: path })]
    return { name, path, present: !missing, root: undefined, findings }
  }
  try {
    const root: unknown = parse(source)
    const findings = [...unknownKeyFindings(root), ...(await modeFindings(path, root))]
    return { name, path, present: true, root, findings }
  } catch (error) {
    return { name, path, present: true, root: undefined, findings: [parseFinding(error, name, path)] }
  }
}

/** Says where, never what: the line may be a token. */
function parseFinding(error: unknown, name: string, path: string): Finding {
  const position = formatPosition(safeParseError(error))
  return problem('config.syntax', `${name} is not valid TOML.`, {
    where: position === '' ? path : `${path}, ${position}`,
    does: 'Reprise shows nothing of the file.',
    can: 'Correct the file; tact does not start with it.'
  })
}

function unknownKeyFindings(root: unknown): Finding[] {
  return unknownKeys(root).map((key) =>
    notice('config.key', 'The file has a key that no version of tact up to 0.8 knows.', {
      where: key.slice(0, 80),
      can: 'tact refuses a file with unknown keys.'
    })
  )
}

/** tact refuses a bearer token in a file that others may read. */
async function modeFindings(path: string, root: unknown): Promise<Finding[]> {
  const remote = asObject(asObject(asObject(root).memory).remote)
  const { mode } = await stat(path)
  if (process.platform === 'win32' || remote.bearer_token === undefined || (mode & 0o077) === 0) return []
  return [
    problem('config.mode', 'The file holds a bearer token and others may read it.', {
      where: path,
      can: 'Take away all rights of group and others; tact refuses every command until then.'
    })
  ]
}

/** `--auth-file` is not known here; then the environment, the file's own setting and the places of Codex count. */
function authFile(source: SourceLocation, config: unknown): string {
  const fromEnvironment = source.extra?.authFile
  if (fromEnvironment) return fromEnvironment
  const setting = asText(asObject(asObject(config).auth).file)
  if (setting) return resolve(source.root, setting)
  return source.extra?.defaultAuthFile ?? resolve(source.root, '..', '.codex', 'auth.json')
}

async function presence(name: string, path: string, what: string): Promise<RawConfigDocument> {
  const present = await stat(path).then(
    (facts) => facts.isFile(),
    () => false
  )
  return {
    name,
    path,
    present,
    root: undefined,
    findings: present ? [info('config.presence', what, { where: path })] : []
  }
}
