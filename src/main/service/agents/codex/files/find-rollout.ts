import { ExpectedFailure } from '@shared/ipc/errors'
import { withBytes } from '../../lines/byte-source'
import { readOpening } from '../transcript/read-opening'
import { fileFingerprint, filesOf, type RolloutFile, rolloutFiles } from './rollout-files'

/** The rollout of a session: by the id in its name, else by that in its first record. Null when there is none. */
export function findRollout(root: string, id: string): RolloutFile | null {
  const files = rolloutFiles(root)
  const named = filesOf(files, id).filter((file) => recordedId(file) === null || recordedId(file) === id)
  if (named[0] !== undefined) return named[0]
  return files.find((file) => recordedId(file) === id || file.unit === id) ?? null
}

const answers = new Map<string, { readonly state: string; readonly id: string | null }>()
const mostAnswers = 50_000

/** Id in the first record; null where there is none or the file has to be unpacked to know. */
function recordedId(file: RolloutFile): string | null {
  if (file.packed || file.document) return null
  const state = fileFingerprint(file.path)
  if (state === null) return null
  const known = answers.get(file.path)
  if (known?.state === state) return known.id
  const id = readId(file.path)
  if (answers.size >= mostAnswers) answers.clear()
  answers.set(file.path, { state, id })
  return id
}

function readId(path: string): string | null {
  try {
    return withBytes(path, (source) => readOpening(source).meta?.id ?? null)
  } catch (error) {
    if (error instanceof ExpectedFailure) return null
    throw error
  }
}
