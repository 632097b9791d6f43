import { statSync } from 'node:fs'
import type { SourceHealth, SourceLocation } from '../adapter'
import { placesOf } from './places'
import { listDocuments } from './reading/folder-names'
import { plainIoReason } from './reading/io-reason'
import { unreadableFolder } from './sessions/session-findings'

/** Whether the folders of a source can be listed. */
export function health(source: SourceLocation): SourceHealth {
  const places = placesOf(source)
  const data = folderState(places.dataFolder)
  const movedSessions = !places.liveSessions.startsWith(places.dataFolder) && folderState(places.liveSessions) === 'ok'
  if (data === 'missing' && !movedSessions) return { state: 'missing', findings: [] }
  if (data !== 'ok' && data !== 'missing')
    return { state: 'unreadable', findings: [unreadableFolder(places.dataFolder, data)] }
  const sessions = listDocuments(places.liveSessions).unreadable
  if (sessions !== null) return { state: 'unreadable', findings: [unreadableFolder(places.liveSessions, sessions)] }
  const checkpoints = listDocuments(places.checkpoints).unreadable
  if (checkpoints === null) return { state: 'ok', findings: [] }
  return { state: 'partial', findings: [unreadableFolder(places.checkpoints, checkpoints)] }
}

/** `ok`, `missing`, or why the folder is of no use. */
function folderState(path: string): string {
  try {
    return statSync(path).isDirectory() ? 'ok' : 'this is not a folder'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : plainIoReason(error)
  }
}
