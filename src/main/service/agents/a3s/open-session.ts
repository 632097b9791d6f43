import { join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { OpenedSession, Reading, SourceLocation } from '../adapter'
import { stateOf } from './health'
import { findSession } from './reading/find-session'
import { fileStamp, PartPlaces } from './reading/fingerprint'
import { A3sTranscript } from './reading/opened-session'
import { type ReadSession, readSession } from './reading/read-session'
import { readSidecar } from './reading/sidecar'
import { summarise } from './reading/summarise'
import { sessionFile } from './store/layout'
import { legacyNamesIn } from './store/list-sessions'
import { isThere } from './store/read-bytes'

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
  const { root } = source
  const current = sessionFile(root, id)
  const path = isThere(current) ? current : legacyFileOf(root, id, reading)
  return path === null ? null : new PartPlaces(root).stampOf(path, id)
}

/** Ids inside legacy files by their stamps: a legacy name proves nothing, and asking must not mean parsing again and again. */
const legacyOwners = new Map<string, string | null>()

function legacyFileOf(root: string, id: string, { key }: Reading): string | null {
  for (const name of legacyNamesIn(root)) {
    const path = join(root, name)
    const asked = `${path}|${fileStamp(path)}|${key === null ? '' : 'key'}`
    const known = legacyOwners.get(asked)
    const owner = known !== undefined ? known : (readSession({ root, path, id: null }, key, 'quick')?.id ?? null)
    if (legacyOwners.size > 10_000) legacyOwners.clear()
    legacyOwners.set(asked, owner)
    if (owner === id) return path
  }
  return null
}
