import { readdirSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** A file that holds a session, found by its name alone. */
export interface RolloutFile {
  /** Path below the root, with `/`; what a scan calls its unit. */
  readonly unit: string
  readonly path: string
  /** Id in the file's name; what the records say counts more. */
  readonly id: string | null
  readonly archived: boolean
  readonly packed: boolean
  /** One JSON document of the first program (TypeScript, 2025), which is listed and not read. */
  readonly document: boolean
}

const name = /^rollout-(.+)\.(jsonl|jsonl\.zst|json)$/
const idAtEnd = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const deepest = 5

/** All rollouts below a root, of both folders. Where a plain and a compressed one lie side by side, the plain one is the newer. */
export function rolloutFiles(root: string): readonly RolloutFile[] {
  const found = ['sessions', 'archived_sessions'].flatMap((folder) => below(root, folder, 0))
  const plain = new Set(found.filter(({ packed }) => !packed).map(({ unit }) => unit))
  return found.filter(({ packed, unit }) => !packed || !plain.has(unit.replace(/\.zst$/, '')))
}

/** Rollouts of one session, the newest first: after a history was taken over there can be several. */
export function filesOf(files: readonly RolloutFile[], id: string): readonly RolloutFile[] {
  const own = files.filter((file) => file.id === id.toLowerCase())
  return own.toSorted((a, b) => (fileName(a) < fileName(b) ? 1 : -1))
}

/** Changes whenever the file does; null when there is no file. */
export function fileFingerprint(path: string): string | null {
  const facts = statSync(path, { bigint: true, throwIfNoEntry: false })
  return facts === undefined ? null : `${facts.size}:${facts.mtimeNs}:${facts.ino}`
}

function below(root: string, folder: string, depth: number): RolloutFile[] {
  return entriesOf(join(root, folder)).flatMap((entry) => {
    const unit = `${folder}/${entry.name}`
    if (entry.isDirectory()) return depth < deepest ? below(root, unit, depth + 1) : []
    const match = name.exec(entry.name)
    if (match === null) return []
    return {
      unit,
      path: join(root, ...unit.split('/')),
      id: idAtEnd.exec(match[1] ?? '')?.[0].toLowerCase() ?? null,
      archived: unit.startsWith('archived_sessions/'),
      packed: match[2] === 'jsonl.zst',
      document: match[2] === 'json'
    }
  })
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Not there, or not to be read: what else there is counts.
    return []
  }
}

function fileName({ path }: RolloutFile): string {
  return path.slice(path.lastIndexOf(sep) + 1)
}
