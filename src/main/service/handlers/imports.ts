import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import { fail } from '@shared/ipc/errors'
import type { Handler } from '../dispatch/handler'
import { type HeldImport, Imports } from '../import/imports'
import { becauseOf, keepImported } from '../import/keep-imported'
import type { ListedImport } from '../import/list-imported'
import { homeOf } from '../import/suggested-paths'
import type { ServiceParts } from './parts'

type Handlers = {
  readonly [N in 'import.inspect' | 'import.keep' | 'import.plan' | 'import.close' | 'import.folder']: Handler<N>
}

/** `import.*`: what comes from elsewhere. */
export function importHandlers(parts: ServiceParts): Handlers {
  const imports = new Imports(parts)
  return {
    'import.inspect': ({ path, keyFile }, call) => imports.inspect(path, keyFile, call),
    'import.keep': async ({ importId, sessions, label }, { signal, progress }) => {
      const held = imports.get(importId)
      const chosen = sessions === null ? held.listed : sessions.map((key) => sessionOf(held, key))
      const kept: { key: string; session: { source: string; id: string }; checkpoint: string }[] = []
      const notKept: { key: string; because: string }[] = []
      for (const one of chosen) {
        progress({
          done: kept.length + notKept.length,
          total: chosen.length,
          doing: 'Keeping sessions',
          cancellable: true
        })
        try {
          const { session, id } = await keepImported(parts, held, one, label, signal)
          kept.push({ key: one.key, session, checkpoint: id })
        } catch (error) {
          notKept.push({ key: one.key, because: becauseOf(error) })
        }
      }
      if (kept.length > 0) await parts.relocate()
      await parts.refreshKept()
      return { kept, notKept }
    },
    'import.plan': async ({ importId, session, target, workspace }, { progress }) => {
      progress({ done: 0, total: null, doing: 'Making the plan', cancellable: true })
      const held = imports.get(importId)
      const one = sessionOf(held, session)
      const { agent } = one.source.location
      const here = parts.sources
        .all()
        .find(({ location }) => location.agent === agent && (target ?? location.id) === location.id)
      if (here === undefined)
        return fail('source.missing', `There is no such store of ${agentNames[agent]} on this machine.`)
      const wish = {
        kind: 'import',
        sessionId: one.id,
        from: one.source.location,
        key: one.source.key,
        workspace,
        home: homeThen(held, one, parts.look.home)
      } as const
      return parts.restore.makeImportPlan(here.location.id, wish)
    },
    'import.close': async ({ importId }) => {
      await imports.close(importId)
      return {}
    },
    'import.folder': ({ path }) => ({
      exists: isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
    })
  }
}

/** Where the bundle says that the home was, else where systems would have it. */
function homeThen({ opened }: HeldImport, { listed }: ListedImport, to: string): { from: string; to: string } | null {
  const from = opened.manifest?.pathHints.home ?? homeOf(listed?.workspace ?? '')
  return from === null || from === to ? null : { from, to }
}

function sessionOf({ listed }: ReturnType<Imports['get']>, key: string) {
  return listed.find((one) => one.key === key) ?? fail('not.found', `There is no session ${key} in this import.`)
}
