import type { Handler } from '../dispatch/handler'
import type { ServiceParts } from './parts'

/** `scan.run` */
export function scanHandlers({ scanner }: ServiceParts): { 'scan.run': Handler<'scan.run'> } {
  return {
    'scan.run': ({ source }, { signal, progress }) =>
      scanner.run(source ?? null, signal, ({ done, total, doing }) =>
        progress({ done, total, doing, cancellable: true })
      )
  }
}
