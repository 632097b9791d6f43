import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

/** `app.info` */
export function appInfoHandlers({ version, own, library, scanner, view }: ServiceParts): {
  'app.info': Handler<'app.info'>
} {
  return {
    'app.info': () => ({
      version,
      home: own.root,
      node: process.versions.node,
      library: {
        state: library.state,
        schema: library.schema,
        ...(library.message && { message: library.message })
      },
      scanning: scanner.scanning,
      // While the first scan of all runs, a source that it is through with does not make it a later one.
      everScanned: scanner.completed || (scanner.knewSources ?? view.everScanned())
    })
  }
}
