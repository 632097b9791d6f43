import { fail } from '@shared/ipc/errors'
import type { HeldImport, HeldSession } from './imports'

/** The session that a key of the inspection names. Throws `not.found`. */
export function sessionOf({ listed }: HeldImport, key: string): HeldSession {
  return listed.find((one) => one.key === key) ?? fail('not.found', `There is no session ${key} in this import.`)
}
