import { join } from 'node:path'
import type { ListedSession } from '../../adapter'
import { stateOf } from '../files/read-record'
import type { SessionFile } from '../files/session-files'
import { namesIn } from '../places'
import { readInfo } from '../sessions/find-session'
import { filesStore } from '../sessions/message-store'
import { readPrompts } from './prompts'
import { summarise, unreadableSession } from './summarise'

/** Messages at the end of a session whose parts are looked at for changes: opencode writes nowhere else. */
const watchedMessages = 4

/** Changes when the files of a session do, told from a few of them: an answer is written into parts of the newest messages. */
export function filesFingerprint(files: readonly SessionFile[], watched = watchedMessages): string {
  return files.map((file) => oneFingerprint(file, watched)).join(' ')
}

function oneFingerprint({ path, messages, parts }: SessionFile, watched: number): string {
  const names = namesIn(messages).sort().slice(-watched)
  const newest = names.flatMap((name) => {
    const folder = parts(name.replace(/\.json$/, ''))
    const last = namesIn(folder).sort().slice(-watched)
    return [stateOf(join(messages, name)), stateOf(folder), ...last.map((part) => stateOf(join(folder, part)))]
  })
  return [stateOf(path), stateOf(messages), ...newest].join(',')
}

/** What the list shows of a session in files. `seen` is false where opencode uses a database by now. */
export function listFiles(files: readonly SessionFile[], seen: boolean): ListedSession {
  const [newest] = files
  const layout = layoutOf(newest, seen)
  const info = files.map(readInfo).find((each) => each !== null)
  if (!info) return unreadableSession(newest?.id ?? '', layout)
  const session = { info, database: null, files, seen }
  const { prompts } = readPrompts(filesStore(session))
  return summarise(info, prompts, { layout, seen, projectChanged: false, origin: null })
}

function layoutOf(file: SessionFile | undefined, seen: boolean): string {
  const kind = file?.oldest ? 'oldest JSON files' : 'JSON files'
  return seen ? kind : `${kind}, not seen by opencode`
}
