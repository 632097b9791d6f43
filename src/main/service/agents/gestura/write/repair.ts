import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { Fix } from '@shared/domain/repair'
import type { Shape } from '../../../json/shape'
import { decodeUtf8 } from '../../../json/utf8-text'
import { mendDocument } from '../../repair/document-mending'
import type { Mending, RepairPart } from '../../repair/repair-part'
import { canonicalUuid } from '../checkpoints/uuid'
import { type GesturaPlaces, placesOf } from '../places'
import { fieldsOf, textOf } from '../reading/fields'
import { listDocuments, stemOf } from '../reading/folder-names'
import { readDocument } from '../reading/read-document'
import { readListedFile, statOf } from '../reading/read-file'
import { findSession } from '../sessions/find-session'
import { unfitId } from '../sessions/session-id'
import { checkpoint as checkpointShape } from '../shapes/checkpoint-shape'
import { session as sessionShape } from '../shapes/session-shape'
import { fileStep } from './step-drafts'
import { verifyRestored } from './verify-restored'

/**
 * What can be mended of a gestura session: characters that its strict parser does not take, a name that is not the id inside, and files in the
 * folder of checkpoints that keep gestura from listing any of them (format page, sections 3.2 and 3.4).
 */
export const repair: RepairPart = {
  async find(source, sessionId) {
    const places = placesOf(source)
    return [...sessionMendings(places, sessionId), ...checkpointMendings(places)]
  },
  verify: async (source, _sessionId, paths) => verifyRestored(source, paths)
}

function sessionMendings(places: GesturaPlaces, sessionId: string): readonly Mending[] {
  return findSession(places, sessionId).flatMap((place, index) => {
    if (place.kind !== 'file') return []
    const root = dirname(place.folder.path)
    const suffix = index === 0 ? '' : `@${relative(root, place.path)}`
    const own: DocumentKind = { what: 'session', shape: sessionShape }
    const text = textMending(place.path, root, own, suffix)
    return text === null ? renamed(place.path, root, sessionId, 'session', suffix) : [text]
  })
}

function checkpointMendings({ checkpoints, dataFolder }: GesturaPlaces): readonly Mending[] {
  const folder = listDocuments(checkpoints)
  return [...folder.names].sort().flatMap((name) => {
    const path = folder.pathOf(name)
    const suffix = `@${name}`
    if (isAccepted(path, checkpointShape)) return renamed(path, dataFolder, idIn(path), 'checkpoint', suffix)
    const kind: DocumentKind = { what: 'checkpoint', shape: checkpointShape }
    const mended = textMending(path, dataFolder, kind, suffix)
    return mended === null ? setAside(path, dataFolder, suffix) : [mended]
  })
}

interface DocumentKind {
  readonly what: 'session' | 'checkpoint'
  readonly shape: Shape
}

/** Null where the characters are sound, or gestura would still not take the file without what is wrong with them. */
function textMending(path: string, root: string, { what, shape }: DocumentKind, suffix: string): Mending | null {
  if (statOf(path)?.isFile() !== true) return null
  const bytes = readFileSync(path)
  if (judged(bytes, shape)) return null
  const findings = [`gestura.${what}.refused`, `gestura.${what}.unreadable`]
  const mended = mendDocument(path, bytes, findings, suffix)
  if (mended === null || !judged(mended.content, shape)) return null
  const because = mended.fixes.map(({ title }) => title).join('; ')
  // The whole of it: gestura takes the file only when nothing is left.
  const fix: Fix = { ...(mended.fixes[0] as Fix), title: because, places: sum(mended.fixes), id: `text${suffix}` }
  return { fixes: [fix], steps: async () => [fileStep('session', what, path, root, mended.content, because)] }
}

/** A file that has another name than its id is listed, and not found when it is opened. */
function renamed(
  path: string,
  root: string,
  id: string | null,
  what: 'session' | 'checkpoint',
  suffix: string
): readonly Mending[] {
  if (id === null || id === stemOf(basename(path)) || unfitId(id) !== null) return []
  const target = join(dirname(path), `${id}.json`)
  if (statOf(target) !== null) return []
  const fix: Fix = {
    id: `name${suffix}`,
    title: `Give the file the name of the id in it: ${id}.json`,
    why: 'gestura lists it under that id, and does not find it when it is opened or deleted.',
    findings: [`gestura.${what}.file-name`],
    ...{ places: 1, where: [path], loses: null, inPlaceOnly: true }
  }
  const steps = async () => [
    fileStep('session', what, target, root, readFileSync(path), 'under the name that gestura looks for'),
    fileStep('part-2', what, path, root, null, 'the name that it has now')
  ]
  return [{ fixes: [fix], steps }]
}

/** One file that cannot be read keeps all checkpoints from being listed. */
function setAside(path: string, root: string, suffix: string): readonly Mending[] {
  if (statOf(path)?.isFile() !== true) return []
  const because = 'gestura lists no checkpoint while it is there'
  const fix: Fix = {
    id: `set-aside${suffix}`,
    title: `Set ${basename(path)} aside, which is no checkpoint that gestura can read`,
    why: 'While it lies there gestura lists none of its checkpoints, and prunes none.',
    findings: ['gestura.checkpoint.refused', 'gestura.checkpoint.unreadable'],
    ...{ places: 1, where: [path], loses: null, inPlaceOnly: true }
  }
  return [{ fixes: [fix], steps: async () => [fileStep('session', 'checkpoint', path, root, null, because)] }]
}

function isAccepted(path: string, shape: Shape): boolean {
  const file = readListedFile(path)
  return file.state === 'read' && readDocument(file, shape).judge().problems.length === 0
}

function judged(bytes: Buffer, shape: Shape): boolean {
  return readDocument(decodeUtf8(bytes), shape).judge().problems.length === 0
}

function idIn(path: string): string | null {
  const file = readListedFile(path)
  if (file.state !== 'read') return null
  return canonicalUuid(textOf(fieldsOf(fieldsOf(readDocument(file, checkpointShape).value).metadata).id) ?? '')
}

function sum(fixes: readonly Fix[]): number {
  return fixes.reduce((all, { places }) => all + places, 0)
}
