import type { RepairPart } from './repair-part'

/** Several ways of mending one agent's sessions. The first one says whether there is anything of the session. */
export function joinRepairs(...repairs: readonly RepairPart[]): RepairPart {
  return {
    async find(source, sessionId, reading) {
      const found = []
      for (const repair of repairs) found.push(...(await repair.find(source, sessionId, reading)))
      return found
    },
    async verify(source, sessionId, paths, reading) {
      const found = []
      for (const repair of repairs) found.push(...(await repair.verify(source, sessionId, paths, reading)))
      return found
    }
  }
}
