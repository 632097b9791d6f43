import { fail } from '@shared/ipc/errors'
import type { OpenedSession, Reading, SourceLocation } from '../adapter'
import { stateOf } from './health'
import { findSession } from './reading/find-session'
import { PartPlaces } from './reading/fingerprint'
import { A3sTranscript } from './reading/opened-session'
import type { ReadSession } from './reading/read-session'
import { readSidecar } from './reading/sidecar'
import { summarise } from './reading/summarise'
import { answeringFile } from './store/load-session'

/** Opens a session of any layout. Expected failures: `session.gone`, `session.sealed`, `session.unreadable`. */
export function openSession(source: SourceLocation, id: string, reading: Reading): OpenedSession {
  const { root } = source
  const { key } = reading
  const read = findSession(root, id, key, 'quick')
  if (read === null) return fail('session.gone', `There is no session ${JSON.stringify(id)} in ${root} any more.`)
  if (read.snapshot === null) return refuse(read)
  const facts = {
    sidecar: readSidecar(root, id),
    storeOpens: stateOf(root, key).opening.ok,
    parent: null,
    workflowCheckpoints: 0
  }
  return new A3sTranscript(read, read.snapshot, { root, key, summary: summarise(read, facts, true) })
}

function refuse({ state, path, findings }: ReadSession): never {
  const [finding] = findings
  return fail(
    state === 'sealed' ? 'session.sealed' : 'session.unreadable',
    finding?.what ?? `${path} cannot be read.`,
    {
      ...(finding?.can && { advice: finding.can }),
      data: { path, findings }
    }
  )
}

/** From `stat` alone; null when there is no file of the session. */
export function sessionFingerprint(source: SourceLocation, id: string, reading: Reading): string | null {
  const path = answeringFile(source.root, id) ?? findSession(source.root, id, reading.key, 'quick')?.path ?? null
  if (path === null) return null
  return new PartPlaces(source.root).stampOf(path, id)
}
