import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { QwenPlaces } from '../places'
import type { Snapshot } from './fold-snapshots'

/** Where a copy lies: with the session, or, for what a fork took over, with the session that made it. Null when it is gone. */
export function backupFile(
  { fileHistory }: QwenPlaces,
  session: string,
  { promptId }: Pick<Snapshot, 'promptId'>,
  name: string
): string | null {
  if (!/^[\w.@-]{1,200}$/.test(name)) return null
  const owners = [session, promptId.split('########')[0] ?? session]
  const paths = owners.filter((owner) => /^[\w-]{1,200}$/.test(owner)).map((owner) => join(fileHistory, owner, name))
  return paths.find((path) => existsSync(path)) ?? null
}
