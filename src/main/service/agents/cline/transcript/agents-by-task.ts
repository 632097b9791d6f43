import { dirname } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { fieldsOf } from '../../json-fields/fields'
import { readDocument } from '../files/document'
import { type SessionFile, sessionFiles } from '../files/session-files'
import type { ClinePlaces } from '../places'
import { promptOf } from '../records/prompt'

/** Subagents of a session by what they were asked first: neither the call nor the subagent names the other. */
export function agentsByTask(places: ClinePlaces, { id, kind, path }: SessionFile): ReadonlyMap<string, string> {
  if (kind !== 'session') return new Map()
  const folder = dirname(path)
  const agents = sessionFiles(places).filter((file) => file.parent === id && dirname(file.path) === folder)
  return new Map(agents.flatMap((file) => taskOf(file)))
}

function taskOf({ id, path }: SessionFile): readonly (readonly [string, string])[] {
  try {
    const [first] = readDocument(path).messages
    const prompt = promptOf(fieldsOf(first))
    return prompt === null ? [] : [[prompt.text, id]]
  } catch (error) {
    if (error instanceof ExpectedFailure) return []
    throw error
  }
}
