import { join } from 'node:path'
import { sourceOf } from '../catalog/source-rows'
import type { Handler } from '../dispatch/handler'
import {
  checkLeaving,
  checkLibrary,
  checkOperations,
  checkOwnFolder,
  checkSettings,
  checkSource,
  checkVault
} from '../doctor/checks'
import { takeWithin } from '../transcripts/answer-size'
import { leavingBytes } from '../vault/keep-leaving'
import type { ServiceParts } from './parts'

/** `doctor` */
export function doctorHandlers(parts: ServiceParts): { doctor: Handler<'doctor'> } {
  const { version, own, library, settings, sources, restore } = parts
  return {
    doctor: async () => {
      const found = sources.all().flatMap(({ location }) => sourceOf(library.reader, location) ?? [])
      const checks = [
        { name: 'Reprise', state: 'ok' as const, detail: `${version} on Node ${process.versions.node}` },
        checkOwnFolder(own),
        checkLibrary(library, library.inMemory),
        checkSettings(settings, own.settings),
        checkVault(await restore.keeper.show(), join(own.root, 'vault')),
        checkOperations(await restore.operations(), await restore.vaultBytes()),
        checkLeaving(parts.view.facets().leaving, await leavingBytes(parts), settings.current()),
        ...found.map(checkSource)
      ]
      return { checks: takeWithin(checks).taken }
    }
  }
}
