import type { Finding } from '@shared/domain/finding'
import type { Reading, SourceLocation } from '../adapter'
import { readSessionIndex } from './database/session-index'
import { MessageFiles } from './files/message-files'
import { finding } from './findings'
import { projectChanged } from './listing/projects'
import type { FoundSession } from './sessions/found-session'
import { withMessages } from './sessions/message-store'

/** What is to be said of where a session lies: which generation is shown, and what the others hold besides (cases: B16). */
export async function sessionFindings(
  { root }: SourceLocation,
  session: FoundSession,
  reading: Reading
): Promise<readonly Finding[]> {
  const found: Finding[] = []
  const { database, files, info } = session
  if (database === null) {
    if (session.seen) return found
    const what = 'opencode uses a database by now and does not list this session, which lies in JSON files.'
    return [
      finding('notice', 'generation.files', what, { where: files[0]?.path ?? root, still: 'It can be read here.' })
    ]
  }
  if (projectChanged(info, await readSessionIndex(database, reading))) {
    const what = 'The id of its project has changed, so that opencode does not list this session any more.'
    found.push(finding('notice', 'project.changed', what, { where: database.path }))
  }
  const stores = files.map((file) => new MessageFiles(file))
  const count = await withMessages(session, reading, (messages) => messages.count())
  const older = Math.max(0, ...stores.map((store) => store.count()))
  if (older > count || (older > 0 && count > older)) found.push(olderCopy(older, count, files[0]?.path ?? root))
  return found
}

function olderCopy(older: number, count: number, path: string): Finding {
  const what = `Files of an older version hold ${older} messages of this session, the database ${count}.`
  const still = 'The database is shown: that is what opencode sees. Messages that were undone are only in the files.'
  return finding(older > count ? 'notice' : 'info', 'generation.both', what, { where: path, still })
}
