import { join } from 'node:path'

/** Kinds of fragments that a bare session keeps beside itself (format 1). */
export const fragmentKinds = ['artifacts', 'traces', 'runs', 'verification', 'subagent_tasks'] as const
export type FragmentKind = (typeof fragmentKinds)[number]

export type CheckpointKind = 'loop_checkpoints' | 'workflow_checkpoints'

export const sessionsFolder = (root: string): string => join(root, 'v1', 'sessions')
export const walFile = (root: string): string => join(root, 'v1', 'wal', 'session-store.ndjson')
export const lockFile = (root: string): string => join(root, 'v1', 'wal', 'session-store.lock')
export const leaseFile = (root: string): string => join(root, 'v1', 'writer_lease.json')

/** File of an aggregate or bare session under its current name. */
export const sessionFile = (root: string, id: string): string => join(sessionsFolder(root), `${fileKey(id)}.json`)

/** File of a bare session from before the `v1` folder. */
export const legacySessionFile = (root: string, id: string): string => join(root, `${legacyName(id)}.json`)

export function fragmentFile(root: string, kind: FragmentKind, id: string): string {
  const folder = join(root, 'v1', kind)
  return kind === 'artifacts' ? join(folder, fileKey(id), 'artifacts.json') : join(folder, `${fileKey(id)}.json`)
}

export function legacyFragmentFile(root: string, kind: FragmentKind, id: string): string {
  const folder = join(root, kind)
  return kind === 'artifacts' ? join(folder, legacyName(id), 'artifacts.json') : join(folder, `${legacyName(id)}.json`)
}

export function checkpointFile(root: string, kind: CheckpointKind, id: string): string {
  return join(root, 'v1', kind, `${fileKey(id)}.json`)
}

export function legacyCheckpointFile(root: string, kind: CheckpointKind, id: string): string {
  return join(root, kind, `${legacyName(id)}.json`)
}

/** `id_` and unpadded base64url of the id's bytes (format 1.1). */
export function fileKey(id: string): string {
  return `id_${Buffer.from(id, 'utf8').toString('base64url')}`
}

/** Name of an id before the `v1` folder; not reversible (format 1.1). */
export function legacyName(id: string): string {
  return id.replace(/[/\\]/g, '_').replaceAll('..', '_')
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The id of a file key; null when the name is none (format 1.1). */
export function idOfKey(key: string): string | null {
  const encoded = key.startsWith('id_') ? key.slice(3) : null
  if (encoded === null) return null
  const bytes = Buffer.from(encoded, 'base64url')
  // Node skips characters that are no base64url, and left-over bits; a strict decoder refuses both.
  if (bytes.toString('base64url') !== encoded) return null
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return null
  }
}

/** The id of a file name in a `v1` folder: a key with the extension `json`; null otherwise. */
export function idOfFileName(name: string): string | null {
  return name.endsWith('.json') ? idOfKey(name.slice(0, -'.json'.length)) : null
}
