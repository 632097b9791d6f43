import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import { checkLibrary, checkOwnFolder, checkSettings, checkSource } from '../doctor/checks'
import { takeWithin } from '../transcripts/answer-size'
import type { ServiceParts } from './parts'

/** `doctor` */
export function doctorHandlers(parts: ServiceParts): { doctor: Handler<'doctor'> } {
  const { version, own, library, settings, sources } = parts
  return {
    doctor: () => {
      const found = sources.all().flatMap(({ location }) => sourceOf(library.reader, location) ?? [])
      const checks = [
        { name: 'Reprise', state: 'ok' as const, detail: `${version} on Node ${process.versions.node}` },
        checkOwnFolder(own),
        checkLibrary(library, library.inMemory),
        checkSettings(settings, own.settings),
        ...found.map(checkSource)
      ]
      return { checks: takeWithin(checks).taken }
    }
  }
}
