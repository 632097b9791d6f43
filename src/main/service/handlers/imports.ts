import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Handler } from '../dispatch/handler'
import { bundledConfiguration } from '../import/bundled-configuration'
import { Imports } from '../import/imports'
import { keepSeveral } from '../import/keep-several'
import { planSeveral } from '../import/plan-several'
import { pageOfDocuments } from './page-of-documents'
import type { ServiceParts } from './parts'

type Handlers = {
  readonly [N in
    | 'import.inspect'
    | 'import.keep'
    | 'import.configuration'
    | 'import.plan'
    | 'import.close'
    | 'import.folder']: Handler<N>
}

/** `import.*`: what comes from elsewhere. */
export function importHandlers(parts: ServiceParts): Handlers {
  const imports = new Imports(parts)
  return {
    'import.inspect': ({ path, more, keyFile }, call) => imports.inspect(path, more, keyFile, call),
    'import.configuration': async ({ importId, input, offset }) =>
      pageOfDocuments(await bundledConfiguration(imports.get(importId), input), offset),
    'import.keep': ({ importId, ...wish }, call) => keepSeveral(parts, imports.get(importId), wish, call),
    'import.plan': ({ importId, session, workspace, more, target, map }, { progress }) => {
      progress({ done: 0, total: null, doing: 'Making the plan', cancellable: true })
      const sessions = [{ session, workspace }, ...more]
      return planSeveral(parts, imports.get(importId), { sessions, target, map })
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
