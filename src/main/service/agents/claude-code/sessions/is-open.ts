import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../file-store/process-alive'
import { fieldsOf, numberOf } from '../../json-fields/fields'
import type { ClaudePlaces } from '../places'

/** The running process that has a session open, by the file that each process keeps in `sessions` (format page: "Where"). */
export function processOf(places: ClaudePlaces, id: string): number | null {
  for (const path of processFiles(places)) {
    try {
      const fields = fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
      const pid = numberOf(fields.pid)
      if (fields.sessionId === id && pid !== null && isAlive(pid)) return pid
    } catch {
      // Written at this moment, or of a form that is not known.
    }
  }
  return null
}

/** null where no process of this configuration ever left such a file: releases before did not. */
export function isOpen(places: ClaudePlaces, id: string): boolean | null {
  return existsSync(join(places.root, 'sessions')) ? processOf(places, id) !== null : null
}

function processFiles({ root }: ClaudePlaces): readonly string[] {
  const folder = join(root, 'sessions')
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
