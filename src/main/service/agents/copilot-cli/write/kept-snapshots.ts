import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statOf } from '../../file-store/names-in'
import { fieldsOf, listOf, textOf } from '../../json-fields/fields'
import { snapshotsPath } from '../files/session-files'
import type { BesideFile } from './renamed-workspace'

const because = 'files as they were before its turns'

/** The list of files before turns, for the turns that come along, and the copies that it names; nothing where there is none. */
export function keptSnapshots(folder: string, events: ReadonlySet<string>): readonly (readonly [string, BesideFile])[] {
  const index = readIndex(snapshotsPath(folder))
  const snapshots = listOf(index.snapshots).filter((each) => events.has(textOf(fieldsOf(each).eventId) ?? ''))
  if (snapshots.length === 0) return []
  const content = Buffer.from(JSON.stringify({ ...index, snapshots }, null, 2))
  const below = (name: string) => join('rewind-file-snapshots', name)
  const copies = new Set(snapshots.flatMap(copiesOf))
  const files = ['tracking.json', ...[...copies].map((name) => join('backups', name))]
  return [
    [below('index.json'), { content, mode: 0o644, because }],
    ...files.flatMap((name) => {
      const path = join(folder, below(name))
      const stat = statOf(path)
      if (!stat?.isFile()) return []
      return [[below(name), { content: readFileSync(path), mode: stat.mode & 0o777, because }] as const]
    })
  ]
}

function copiesOf(snapshot: unknown): readonly string[] {
  const files = Object.values(fieldsOf(fieldsOf(snapshot).files)).map((file) => fieldsOf(fieldsOf(file).preimage))
  return files.flatMap(({ backupFile }) => textOf(backupFile) ?? []).filter((name) => /^[\w.-]{1,128}$/.test(name))
}

function readIndex(path: string) {
  try {
    return fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}
