import { dirname, join } from 'node:path'
import { type Gateway, systemCode } from '../../../restore/gateway'
import { removeIfThere } from '../../../restore/own-files'
import type { SourceKey } from '../../adapter'
import { type Answer, answer, refuse } from '../store/answer'
import { fragmentFile, fragmentKinds, legacyFragmentFile, legacySessionFile, sessionFile } from '../store/layout'
import { ownsLegacyFile } from '../store/load-session'
import { linkOutside } from '../store/read-bytes'

/**
 * Every file that the crate's `delete` removes (format 3.4): the current ones, and the legacy ones where the legacy root file is this
 * session's own. Refused when that cannot be told. Loop and workflow checkpoints belong to runs and are none of them.
 */
export function filesOfSession(root: string, id: string, key: SourceKey): Answer<readonly string[]> {
  const current = sessionFile(root, id)
  const outside = linkOutside(root, current)
  if (outside !== null) return refuse('link-leaves-store', outside)
  const owned = ownsLegacyFile(root, id, key)
  if (!owned.ok) return owned
  const fragments = fragmentKinds.map((kind) => fragmentFile(root, kind, id))
  if (!owned.value) return answer([current, ...fragments])
  const legacy = fragmentKinds.map((kind) => legacyFragmentFile(root, kind, id))
  return answer([current, ...fragments, legacySessionFile(root, id), ...legacy])
}

/** Removes them; missing ones are fine. No log line, no lease, no watch event: the crate has none for it either. */
export async function deleteSession(root: string, id: string, key: SourceKey, gateway: Gateway): Promise<Answer<null>> {
  const files = filesOfSession(root, id, key)
  if (!files.ok) return files
  for (const path of files.value) {
    if (path.endsWith('artifacts.json')) await removeFolder(gateway, dirname(path))
    else await removeIfThere(gateway, path)
  }
  return answer(null)
}

/** The folder of one session's artifacts, with what is in it. */
async function removeFolder(gateway: Gateway, folder: string): Promise<void> {
  const facts = await gateway.lookAt(folder)
  if (facts === null) return
  if (facts.kind !== 'folder') return gateway.unlink(folder)
  for (const name of await gateway.list(folder)) await removeFolder(gateway, join(folder, name))
  try {
    await gateway.removeFolder(folder)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error
  }
}
