import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fieldsOf, textOf } from '../fields'
import { fileKey } from '../store/layout'
import { statOf } from '../store/read-bytes'

/** What the host program keeps about a session beside the store (format 1). */
export interface Sidecar {
  readonly path: string | null
  readonly title: string | null
  readonly model: string | null
  readonly effort: string | null
  /** The whole document, for showing it as configuration. */
  readonly document: unknown
}

export const noSidecar: Sidecar = { path: null, title: null, model: null, effort: null, document: undefined }

const largest = 1024 * 1024

/** Where the terminal program and the Code Web server keep it, in this order. */
export function sidecarFolders(root: string): readonly string[] {
  const beside = dirname(root)
  return [join(beside, 'session-state', 'v1'), join(beside, 'metadata')]
}

/** The first that is there and readable; both are optional. */
export function readSidecar(root: string, id: string): Sidecar {
  for (const folder of sidecarFolders(root)) {
    const path = join(folder, `${fileKey(id)}.json`)
    const stat = statOf(path)
    if (stat === null || !stat.isFile() || stat.size > largest) continue
    const document = parse(path)
    const { title, model, effort } = fieldsOf(document)
    return {
      path,
      title: textOf(title) || null,
      model: textOf(model) || null,
      effort: textOf(effort) || null,
      document
    }
  }
  return noSidecar
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // It is a convenience of another program; the session does not depend on it.
    return undefined
  }
}
