import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { valueSpan } from '../../../json/element-spans'
import type { GesturaPlaces, SessionFolder } from '../places'
import { listDocuments, stemOf } from '../reading/folder-names'
import { brokenLink, fingerprintOf, readListedFile, readTextFile, statOf } from '../reading/read-file'
import { type ReadSession, readGuiFile, readSessionFile } from './read-session'
import { unfitId } from './session-id'

/** Where a session lies, and what changes when its content may have changed. */
export type SessionPlace =
  | {
      readonly kind: 'file'
      readonly path: string
      readonly stem: string
      readonly folder: SessionFolder
      readonly fingerprint: string
    }
  | { readonly kind: 'gui'; readonly path: string; readonly fingerprint: string }

/**
 * All places that hold a session of this id, the one that is shown first. A session that has the file name of its id is found by
 * `stat` alone; the rest is remembered per file, so that nothing unchanged is read twice.
 */
export function findSession(places: GesturaPlaces, id: string): readonly SessionPlace[] {
  const named = unfitId(id) === null ? namedAfter(places, id) : []
  const files = named.length > 0 ? named : misnamed(places, id)
  return [...files, ...inGuiFiles(places, id)]
}

/** Reads the session at a place; null when it is not there any more. */
export function readSessionAt(place: SessionPlace, id: string): ReadSession | null {
  const file = readListedFile(place.path)
  if (file.state === 'missing') return null
  if (place.kind === 'gui') return readGuiFile(file, place.path).sessions.find((session) => session.id === id) ?? null
  const others = (inside: string) => inside !== id && statOf(join(place.path, '..', `${inside}.json`)) !== null
  return readSessionFile(
    file,
    place.path,
    place.stem,
    place.folder,
    (inside) => unfitId(inside) === null && others(inside)
  )
}

function namedAfter(places: GesturaPlaces, id: string): readonly SessionPlace[] {
  return places.sessionFolders.flatMap((folder) => {
    const path = join(folder.path, `${id}.json`)
    const fingerprint = statQuietly(path) ?? brokenLink(path)
    return fingerprint === null ? [] : [{ kind: 'file' as const, path, stem: id, folder, fingerprint }]
  })
}

const insideIds = new Map<string, { readonly fingerprint: string; readonly ids: readonly string[] }>()
const rememberedFiles = 50_000

function misnamed(places: GesturaPlaces, id: string): readonly SessionPlace[] {
  for (const folder of places.sessionFolders) {
    const names = listDocuments(folder.path)
    for (const name of names.names) {
      const path = names.pathOf(name)
      const fingerprint = statQuietly(path)
      if (fingerprint === null) continue
      const ids = remembered(path, fingerprint, () => [idInside(path)].filter((each) => each !== null))
      if (ids.includes(id)) return [{ kind: 'file', path, stem: stemOf(name), folder, fingerprint }]
    }
  }
  return []
}

function inGuiFiles(places: GesturaPlaces, id: string): readonly SessionPlace[] {
  return places.guiFiles.flatMap((path) => {
    const fingerprint = statQuietly(path)
    if (fingerprint === null) return []
    const ids = remembered(path, fingerprint, () =>
      readGuiFile(readTextFile(path), path).sessions.map((session) => session.id)
    )
    return ids.includes(id) ? [{ kind: 'gui' as const, path, fingerprint }] : []
  })
}

function remembered(path: string, fingerprint: string, read: () => readonly string[]): readonly string[] {
  const known = insideIds.get(path)
  if (known?.fingerprint === fingerprint) return known.ids
  const ids = read()
  if (insideIds.size >= rememberedFiles) insideIds.clear()
  insideIds.set(path, { fingerprint, ids })
  return ids
}

/** A file that may not be looked at is as good as absent for finding others; opening it says why. */
function statQuietly(path: string): string | null {
  try {
    const stat = statOf(path)
    return stat === null ? null : fingerprintOf(stat)
  } catch {
    return null
  }
}

const idAtStart = /^\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")/

/** The id in a session file: at its start, where the agent writes it, or anywhere. */
function idInside(path: string): string | null {
  const start = idAtStart.exec(firstBytes(path))?.[1]
  if (start !== undefined) return parsedText(start)
  const file = readTextFile(path)
  if (file.state !== 'read') return null
  const { text } = file
  try {
    const span = valueSpan(text, ['id'])
    return span === null ? null : parsedText(text.slice(span.from, span.to))
  } catch {
    return null
  }
}

function parsedText(spelled: string): string | null {
  try {
    const value: unknown = JSON.parse(spelled)
    return typeof value === 'string' ? value : null
  } catch {
    return null
  }
}

/** Opening a pipe would wait for a writer for ever: it is opened without waiting, and not read. */
function firstBytes(path: string): string {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      if (!fstatSync(file).isFile()) return ''
      const buffer = Buffer.alloc(512)
      return buffer.toString('utf8', 0, readSync(file, buffer, 0, buffer.length, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
