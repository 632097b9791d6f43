import { relative } from 'node:path'
import type { CannotBringBack } from '@shared/domain/plan'
import { hashOf, hashOfFile } from './file-hash'
import { askAboutOne, isInside, type TreePlan } from './restore-tree'

/** A file as it was at a checkpoint, from a copy that the agent made of it. */
export interface CopiedFile {
  /** Absolute. */
  readonly path: string
  /** null where it did not exist. */
  readonly content: Uint8Array | null
  readonly mode: number
  /** SHA-256 of everything that the agent made or saw of the file: what holds one of these is nobody's newer work. */
  readonly known: ReadonlySet<string>
}

/** Files that an agent kept one by one go back; what somebody changed after the agent stays unless the person says otherwise. */
export function restoreCopies(root: string, files: readonly CopiedFile[]): TreePlan {
  const cannot: CannotBringBack[] = []
  const found: { step: TreePlan['steps'][number]; name: string; changed: boolean }[] = []
  for (const { path, content, mode, known } of files) {
    const now = hashOfFile(path)
    if (now === (content && hashOf(content))) continue
    if (!isInside(path, root)) {
      cannot.push({ what: path, because: `it lies outside of ${root}, where Reprise writes nothing` })
      continue
    }
    const because = content === null ? 'it did not exist then' : 'as it was before that prompt'
    const id = `file-${found.length + 1}`
    found.push({
      step: { id, what: 'file', path, approvedRoot: root, content, mode, because },
      name: relative(root, path),
      changed: now !== null && !known.has(now)
    })
  }
  return {
    steps: found.map(({ step }) => step),
    conflicts: found.filter(({ changed }) => changed).map(askAboutOne),
    cannot
  }
}

/** A plan without files. */
export function noFiles(because: string): TreePlan {
  return { steps: [], conflicts: [], cannot: [{ what: 'Files in the working directory', because }] }
}
