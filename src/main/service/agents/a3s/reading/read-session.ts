import type { Stats } from 'node:fs'
import { basename } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { SessionState } from '@shared/domain/session'
import type { SourceKey } from '../../adapter'
import { type Fields, fieldsOf } from '../fields'
import type { StoreProblem } from '../store/answer'
import { type ReadRules, readStoreFile, statOf } from '../store/read-bytes'
import { type InvariantProblem, type SnapshotParts, validatePlainSnapshot } from '../validation/validate-snapshot'
import { brokenRule, keyCollision, sealedWithoutKey, unreadableFile, wrongKey } from './findings'
import { type Look, readPlainDocument } from './plain-document'
import { addFragments } from './plain-fragments'
import { withoutSealedWords } from './sealed-findings'

/** A session as it is shown. */
export interface ReadSession {
  /** The id that it is listed under: that of the file name, or that inside a legacy file. */
  readonly id: string
  readonly path: string
  readonly state: SessionState
  readonly sealed: boolean
  readonly form: 'envelope' | 'bare'
  /** Whole snapshot, as far as it can be shown; null when nothing can. */
  readonly snapshot: Fields | null
  /** Broken rules; null where nobody looked, because the document is not one that the crate loads or too large for a first look. */
  readonly broken: readonly InvariantProblem[] | null
  readonly findings: readonly Finding[]
  readonly stat: Stats
}

export interface SessionPlace {
  readonly root: string
  readonly path: string
  /** null for a legacy file: its id is the one inside, or its name where nothing inside can be read. */
  readonly id: string | null
  /** Facts about the file from a moment ago: then its folder was looked at too, and it is no link. */
  readonly stat?: Stats
}

/** Rules are not looked at in a first look at more than this. */
const validatedAtMost = 4 * 1024 * 1024

/** Reads a session file for showing; null when it is gone, or is a legacy file without a session. */
export function readSession(place: SessionPlace, key: SourceKey, look: Look): ReadSession | null {
  const { root, path } = place
  const stat = place.stat ?? statOf(path)
  if (stat === null) return null
  const links = place.id === null || place.stat !== undefined ? 'any' : 'inside'
  const rules: ReadRules = { key, what: 'session file', links, stat }
  const file = readStoreFile(root, path, rules)
  if (!file.ok) return unreadable(place, file, stat)
  if (file.value === null) return null
  const { bytes, sealed } = file.value
  const document = readPlainDocument(bytes, path, look)
  const { form } = document
  if (document.snapshot === null) {
    const { findings, json } = document
    // Other programs keep files in the root too: what is JSON and no session is none of ours.
    if (place.id === null && json) return null
    const id = place.id ?? basename(path, '.json')
    return { id, path, state: 'unreadable', sealed, form, snapshot: null, broken: null, findings, stat }
  }
  return shown(place, key, { ...document, snapshot: document.snapshot }, { sealed, stat, bytes: bytes.length, look })
}

interface Facts {
  readonly sealed: boolean
  readonly stat: Stats
  readonly bytes: number
  readonly look: Look
}

function shown(
  place: SessionPlace,
  key: SourceKey,
  document: ReturnType<typeof readPlainDocument> & { readonly snapshot: Fields },
  facts: Facts
): ReadSession | null {
  const { path } = place
  const inside = fieldsOf(document.snapshot.session).id
  if (place.id === null && typeof inside !== 'string') return null
  const id = place.id ?? String(inside)
  const findings = [...document.findings]
  if (place.id !== null && typeof inside === 'string' && inside !== place.id) findings.push(keyCollision(path, inside))
  const whole =
    document.form === 'envelope'
      ? { snapshot: document.snapshot, findings: [] }
      : addFragments(document.snapshot, place.root, id, key)
  findings.push(...whole.findings)
  const refused = findings.length > 0
  const looked = facts.look === 'exact' || facts.bytes <= validatedAtMost
  const broken = looked && !refused ? validatePlainSnapshot(whole.snapshot as unknown as SnapshotParts, id) : null
  findings.push(...(broken ?? []).map((problem) => brokenRule(path, problem)))
  return {
    id,
    path,
    state: refused ? 'partial' : 'ok',
    sealed: facts.sealed,
    form: document.form,
    snapshot: whole.snapshot,
    broken,
    findings: facts.sealed ? withoutSealedWords(findings) : findings,
    stat: facts.stat
  }
}

function unreadable({ id, path }: SessionPlace, problem: StoreProblem, stat: Stats): ReadSession | null {
  if (id === null) return null
  const sealed = problem.kind === 'sealed-without-key' || problem.kind === 'decryption-failed'
  const finding = findingOf(problem, path)
  const state = sealed ? 'sealed' : 'unreadable'
  return { id, path, state, sealed, form: 'envelope', snapshot: null, broken: null, findings: [finding], stat }
}

function findingOf(problem: StoreProblem, path: string): Finding {
  if (problem.kind === 'sealed-without-key') return sealedWithoutKey(path)
  return problem.kind === 'decryption-failed' ? wrongKey(path) : unreadableFile(path, problem.error)
}
