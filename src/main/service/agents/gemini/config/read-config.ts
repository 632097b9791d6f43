import type { RawConfigDocument } from '../../../redaction/config-rules'
import { readConfigFolder } from '../../google-content/config-folder'
import type { GeminiPlaces } from '../places'

const credentials = /^(?:\.env|oauth_creds\.json|google_accounts\.json|(?:mcp|a2a)-oauth-tokens.*\.json)$/

/** The settings, and which files with credentials are there. */
export function readConfigFiles({ root }: GeminiPlaces): readonly RawConfigDocument[] {
  return readConfigFolder('gemini', root, credentials)
}
