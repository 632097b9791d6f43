import type { Finding } from '@shared/domain/finding'
import type { SourceKey } from '../../adapter'
import { legacySessionFile, sessionFile } from '../store/layout'
import { isThere } from '../store/read-bytes'
import { checkpointPaths, readLoopFile } from './checkpoint-files'
import { fileStamp } from './fingerprint'

const named = 10

/** The session that each loop checkpoint names, by path; read again only when its file changed. */
const owners = new Map<string, { readonly stamp: string; readonly session: string | null }>()

/**
 * Loop checkpoints of sessions that the store has lost: each names its session (format page, section 3.9), and a copy holds those of its own
 * session alone, so these are in none.
 */
export function orphanFindings(root: string, key: SourceKey): readonly Finding[] {
  const orphans = checkpointPaths(root, 'loop_checkpoints').filter((path) => {
    const session = ownerOf(root, path, key)
    return session !== null && !isThere(sessionFile(root, session)) && !isThere(legacySessionFile(root, session))
  })
  if (orphans.length === 0) return []
  const [is, it] =
    orphans.length === 1 ? ['checkpoint of a run names', 'it is'] : ['checkpoints of runs name', 'they are']
  return [
    {
      code: 'a3s.checkpoint.orphan',
      severity: 'info',
      what: `${orphans.length} ${is} a session that is not in this store, so ${it} in no copy.`,
      where: [...orphans.slice(0, named), ...(orphans.length > named ? ['…'] : [])].join(', '),
      does: 'Reprise shows what is in there and leaves the file as it is.',
      can: 'Put the session back from a copy, if there is one: the copies that are made from then on hold them.'
    }
  ]
}

function ownerOf(root: string, path: string, key: SourceKey): string | null {
  // With another key a sealed one may say more.
  const stamp = `${fileStamp(path)} ${key === null}`
  const known = owners.get(path)
  if (known?.stamp === stamp) return known.session
  const session = readLoopFile(root, path, key)?.content?.session_id ?? null
  owners.set(path, { stamp, session })
  return session
}
