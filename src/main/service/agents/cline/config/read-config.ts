import { join } from 'node:path'
import type { RawConfigDocument } from '../../../redaction/config-rules'
import { readConfigFiles } from '../../file-store/config-files'
import type { ClinePlaces } from '../places'

/** The settings, and which files with credentials are there: providers have their keys in clear, so that file is not read. */
export function readConfig({ data }: ClinePlaces): readonly RawConfigDocument[] {
  return [
    ...readConfigFiles('cline', data, { settings: ['globalState.json'], credentials: /^(?:secrets.*\.json|\.env)$/ }),
    ...readConfigFiles('cline', join(data, 'settings'), {
      settings: ['cline_mcp_settings.json', 'global-settings.json'],
      credentials: /^(?:providers\.json|.*secret.*|.*token.*|.*oauth.*)$/i
    })
  ]
}
