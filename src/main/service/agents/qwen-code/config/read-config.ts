import type { RawConfigDocument } from '../../../redaction/config-rules'
import { readConfigFolder } from '../../google-content/config-folder'
import type { QwenPlaces } from '../places'

const credentials = /^(?:\.env|oauth_creds\.json|mcp-oauth-tokens.*\.json)$/

/** The settings, and which files with credentials are there. */
export function readConfigFiles({ root }: QwenPlaces): readonly RawConfigDocument[] {
  return readConfigFolder('qwen-code', root, credentials)
}
