import { readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SourceLocation } from '../../adapter'
import { fieldsOf, listOf } from '../../json-fields/fields'
import { placesOf } from '../places'
import { promptOf } from '../records/prompt'

/** Reads back the conversations that were written: whole, of the session that their folder names, known by what stands beside them, and with a prompt. */
export function verifyWritten(source: SourceLocation, paths: readonly string[]): readonly Finding[] {
  const { sessions } = placesOf(source)
  return paths
    .filter((path) => path.startsWith(sessions + sep) && path.endsWith('.messages.json'))
    .filter((path) => basename(path) === `${basename(dirname(path))}.messages.json`)
    .flatMap(judged)
}

function judged(path: string): readonly Finding[] {
  const problem = (code: string, what: string): Finding[] => [
    { code: `cline.restore.${code}`, severity: 'problem', what, where: path }
  ]
  const id = basename(dirname(path))
  const document = fieldsOf(parsed(path))
  const facts = fieldsOf(parsed(join(dirname(path), `${id}.json`)))
  if (document.sessionId !== id || facts.session_id !== id || facts.messages_path !== path) {
    return problem('id', 'The new conversation and what stands beside it are not of the session that the folder names.')
  }
  const hasPrompt = listOf(document.messages).some((message) => promptOf(fieldsOf(message)) !== null)
  return hasPrompt ? [] : problem('empty', 'The new conversation holds no prompt.')
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
