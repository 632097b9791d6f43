import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { formatPosition, safeParseError } from '../../../redaction/safe-parse-error'
import type { SourceLocation } from '../../adapter'

const mostBytes = 4 * 1024 * 1024

/** `settings.json` and `models.json`, and whether there are credentials, which are not read. */
export async function readConfig({ root }: SourceLocation): Promise<readonly RawConfigDocument[]> {
  return [await readDocument(root, 'settings.json'), await readDocument(root, 'models.json'), await credentials(root)]
}

async function readDocument(root: string, name: string): Promise<RawConfigDocument> {
  const path = join(root, name)
  const answer = { name, path, root: undefined, findings: [] }
  let text: string
  try {
    const facts = await stat(path)
    // Reading a pipe would wait for a writer for ever.
    if (!facts.isFile() || facts.size > mostBytes) throw new Error('not a file of settings')
    text = await readFile(path, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return {
      ...answer,
      present: !missing,
      findings: missing ? [] : [problem('unreadable', `${name} cannot be read.`, path)]
    }
  }
  try {
    return { ...answer, present: true, root: JSON.parse(text.replace(/^\ufeff/, '')) as unknown }
  } catch (error) {
    const position = formatPosition(safeParseError(error))
    const where = position === '' ? path : `${path}, ${position}`
    return { ...answer, present: true, findings: [problem('syntax', `${name} is not valid JSON.`, where)] }
  }
}

function problem(code: string, what: string, where: string): Finding {
  return { code: `pi.config.${code}`, severity: 'problem', what, where }
}

async function credentials(root: string): Promise<RawConfigDocument> {
  const path = join(root, 'auth.json')
  const present = await stat(path).then(
    () => true,
    () => false
  )
  const what = 'Everything in it is secret, so Reprise does not read it.'
  const findings: Finding[] = present ? [{ code: 'pi.config.presence', severity: 'info', what, where: path }] : []
  return { name: 'auth.json (presence only)', path, present, root: undefined, findings }
}
