import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { statOf } from '../../file-store/names-in'
import { type Fields, fieldsOf, textOf } from '../../json-fields/fields'
import { type SessionFile, workspacePath } from './session-files'

/** What stands in `workspace.yaml` beside a log, as far as Reprise shows it. */
export interface Workspace {
  readonly cwd: string | null
  readonly name: string | null
  /** Whether a person gave the name. */
  readonly isNamed: boolean
}

const largest = 1024 * 1024

/** Nothing of it, where the file is missing or damaged: the session is read without it. */
export function readWorkspace({ folder }: SessionFile): Workspace {
  const fields = folder === null ? {} : read(workspacePath(folder))
  return { cwd: nameOf(fields.cwd), name: nameOf(fields.name), isNamed: fields.user_named === true }
}

function nameOf(value: unknown): string | null {
  const text = textOf(value)
  return text === null || text.trim() === '' ? null : text
}

function read(path: string): Fields {
  const stat = statOf(path)
  if (stat === null || !stat.isFile() || stat.size > largest) return {}
  try {
    // Words without quotes may look like times or numbers; they are names all the same.
    return fieldsOf(parse(readFileSync(path, 'utf8'), { schema: 'core', maxAliasCount: 0, logLevel: 'silent' }))
  } catch {
    return {}
  }
}
