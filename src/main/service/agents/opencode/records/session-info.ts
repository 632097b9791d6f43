import { asName, asObject, asTime, type JsonObject, parseJson } from '../../json-access'

/** Generations of the store, the newest first (cases: B16). */
export type Generation = 'database' | 'files' | 'oldest files'

/** From where on a session is hidden since `/undo`. */
export interface Revert {
  readonly message: string
  readonly part: string | null
  readonly snapshot: string | null
}

/** What a session says of itself, in every generation. */
export interface SessionInfo {
  readonly id: string
  readonly project: string | null
  readonly parent: string | null
  readonly directory: string | null
  readonly title: string | null
  readonly version: string | null
  readonly createdAt: number | null
  readonly updatedAt: number | null
  readonly archivedAt: number | null
  readonly revert: Revert | null
  readonly model: string | null
}

/** From a row of the table `session`, whichever columns it has. */
export function infoOfRow(row: JsonObject): SessionInfo | null {
  const id = asName(row.id)
  if (id === null) return null
  const model = asObject(parseJson(asName(row.model) ?? ''))
  return {
    id,
    project: asName(row.project_id),
    parent: asName(row.parent_id),
    directory: asName(row.directory),
    title: asName(row.title),
    version: asName(row.version),
    createdAt: asTime(row.time_created),
    updatedAt: asTime(row.time_updated),
    archivedAt: asTime(row.time_archived),
    revert: revertOf(parseJson(asName(row.revert) ?? '')),
    model: asName(model.id) ?? asName(model.modelID)
  }
}

/** From a session's own JSON file. The id in it counts, unless it has none. */
export function infoOfFile(value: JsonObject, id: string): SessionInfo {
  const time = asObject(value.time)
  return {
    id: asName(value.id) ?? id,
    project: asName(value.projectID),
    parent: asName(value.parentID),
    directory: asName(value.directory),
    title: asName(value.title),
    version: asName(value.version),
    createdAt: asTime(time.created),
    updatedAt: asTime(time.updated),
    archivedAt: asTime(time.archived),
    revert: revertOf(value.revert),
    model: null
  }
}

function revertOf(value: unknown): Revert | null {
  const revert = asObject(value)
  const message = asName(revert.messageID)
  return message === null ? null : { message, part: asName(revert.partID), snapshot: asName(revert.snapshot) }
}
