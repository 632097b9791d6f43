import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { SourceLocation } from '../../adapter'
import { finding } from '../findings'

const mostProfiles = 20
const mostBytes = 4 * 1024 * 1024

/** `config.toml`, profiles beside it, and whether there are credentials and saved environments, which are not read. */
export async function readConfig({ root }: SourceLocation): Promise<readonly RawConfigDocument[]> {
  const documents = ['config.toml', ...(await profiles(root))].map((name) => readDocument(root, name))
  return [
    ...(await Promise.all(documents)),
    await presence(root, 'auth.json', 'Everything in it is secret, so Reprise does not read it.'),
    await presence(
      root,
      'shell_snapshots',
      'Saved shells can hold values of the environment, so Reprise does not read them.'
    )
  ]
}

async function profiles(root: string): Promise<readonly string[]> {
  const names = await readdir(root).catch(() => [])
  return names
    .filter((name) => name.endsWith('.config.toml'))
    .sort()
    .slice(0, mostProfiles)
}

async function readDocument(root: string, name: string): Promise<RawConfigDocument> {
  const path = join(root, name)
  let text: string
  try {
    const facts = await stat(path)
    // Reading a pipe would wait for a writer for ever.
    if (!facts.isFile() || facts.size > mostBytes) throw new Error('not a file of settings')
    text = await readFile(path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const findings = missing
      ? []
      : [finding('problem', 'config.unreadable', `${name} cannot be read.`, { where: path })]
    return { name, path, present: !missing, root: undefined, findings }
  }
  try {
    return { name, path, present: true, root: parse(text) as unknown, findings: [] }
  } catch (error) {
    const position = formatPosition(safeParseError(error))
    const syntax = finding('problem', 'config.syntax', `${name} is not valid TOML.`, {
      where: position === '' ? path : `${path}, ${position}`,
      does: 'Reprise shows nothing of the file.'
    })
    return { name, path, present: true, root: undefined, findings: [syntax] }
  }
}

async function presence(root: string, file: string, what: string): Promise<RawConfigDocument> {
  const path = join(root, file)
  const present = await stat(path).then(
    () => true,
    () => false
  )
  const findings = present ? [finding('info', 'config.presence', what, { where: path })] : []
  return { name: `${file} (presence only)`, path, present, root: undefined, findings }
}
