import { ExpectedFailure } from '@shared/ipc/errors'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { readHeader } from '../records/session-header'
import { fileFingerprint, type SessionFile, sessionFiles } from './session-files'

/** The file of a session: by the id in its first record, which its name mostly has too. Null when there is none. */
export function findSession(root: string, id: string): SessionFile | null {
  const files = sessionFiles(root)
  const named = files.find((file) => file.id === id && (recordedId(file.path) ?? id) === id)
  return named ?? files.find((file) => recordedId(file.path) === id || file.unit === id) ?? null
}

const answers = new Map<string, { readonly state: string; readonly id: string | null }>()
const mostAnswers = 50_000

/** Id in the first record of a file; null where there is none. */
export function recordedId(path: string): string | null {
  const state = fileFingerprint(path)
  if (state === null) return null
  const known = answers.get(path)
  if (known?.state === state) return known.id
  const id = readId(path)
  if (answers.size >= mostAnswers) answers.clear()
  answers.set(path, { state, id })
  return id
}

function readId(path: string): string | null {
  try {
    return withBytes(path, (source) => {
      const [first] = recordsFrom(source, 0)
      return first?.kind === 'record' ? (readHeader(first.value)?.id ?? null) : null
    })
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
