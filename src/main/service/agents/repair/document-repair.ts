import { readFileSync, statSync } from 'node:fs'
import { relative } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { FileStepDraft } from '../../restore/plan-draft'
import type { SessionPart, SourceLocation } from '../adapter'
import { mendDocument } from './document-mending'
import type { Mending, RepairPart } from './repair-part'

export interface DocumentRepair {
  /** Files of a session that are one JSON text each. */
  documents(source: SourceLocation, sessionId: string): readonly SessionPart[]
  /** Codes of findings that it answers. */
  readonly findings: readonly string[]
}

/** A document beyond this size is not looked at: it would have to be in memory several times. */
const largest = 256 * 1024 * 1024

/** Mending of sessions that are JSON documents, as far as their characters go, and what stands behind their end. One that is cut off stays as it is. */
export function documentRepair({ documents, findings }: DocumentRepair): RepairPart {
  return {
    find: async (source, sessionId) =>
      documents(source, sessionId).flatMap((part, index) => {
        const suffix = index === 0 ? '' : `@${relative(source.root, part.path)}`
        const mending = mendingOf(source, part, findings, suffix)
        return mending === null ? [] : [mending]
      }),
    verify: async (_source, _sessionId, paths) => paths.filter((path) => path.endsWith('.json')).flatMap(refused)
  }
}

function mendingOf(
  source: SourceLocation,
  { path, what }: SessionPart,
  findings: readonly string[],
  suffix: string
): Mending | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size > largest) return null
  const mended = mendDocument(path, readFileSync(path), findings, suffix)
  const [first] = mended?.fixes ?? []
  if (mended === null || first === undefined || !isJson(mended.content)) return null
  const { content, fixes } = mended
  const because = fixes.map(({ title }) => title).join('; ')
  // All of it or nothing: half mended it would still be none that a strict parser takes.
  const fix: Fix = {
    ...{ ...first, id: `text${suffix}`, title: because },
    places: fixes.reduce((all, { places }) => all + places, 0),
    loses: fixes.flatMap(({ loses }) => loses ?? []).join('; ') || null
  }
  const step: FileStepDraft = {
    ...{ id: 'session', what, path, approvedRoot: source.root, content, mode: 0o600, because }
  }
  return { fixes: [fix], steps: async () => [step] }
}

function refused(path: string): readonly Finding[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || isJson(readFileSync(path))) return []
  return [{ code: 'repair.refused', severity: 'problem', what: 'A strict parser does not take it yet.', where: path }]
}

function isJson(bytes: Buffer): boolean {
  try {
    // Strict about the encoding, too, and about a mark at the beginning.
    JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return true
  } catch {
    return false
  }
}
