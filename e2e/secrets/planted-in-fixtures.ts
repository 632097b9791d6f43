import { join } from 'node:path'
import type { PlantedSecret } from './make-secrets'

export const fixtures = join(import.meta.dirname, '..', 'fixtures', 'core')

/** In configuration files of the gestura homes. */
const inConfiguration = [
  'sk-fake-openai-7b1e9c40d2aa',
  'fake-urlpass-openai-41d7',
  'sk-fake-ant-api03-c55d10e7f9',
  'fake-urltoken-anthropic-90be',
  'AIza-fake-gemini-2f71c6d0',
  'fake-urlpath-gemini-3c19',
  'xai-fake-grok-8e04b7a1',
  'fake-urlpass-grok-77af',
  'fake-urlpass-ollama-b2e8',
  'sk-fake-voice-0d3e6a91bc',
  'fake-urlpass-voice-15cd',
  'fake-argtoken-tracker-6620',
  'fake-env-tracker-token-1f0c',
  'fake-env-dbpass-aa41',
  'fake-urlkey-forecast-9d3b',
  'fake-bearer-forecast-e870',
  'fake-header-apikey-forecast-02',
  'fake-urlpass-sse-4be6',
  'fake-cookie-events-58d1',
  'fake-urlpass-nats-d41c',
  'fake-serpapi-key-6c2d88',
  'BSA-fake-brave-key-f3019e',
  'sk-fake-backup-openai-19aa73',
  'sk-fake-backup-voice-20cd',
  'fake-env-shared-mcp-7e55',
  'fake-bearer-shared-mcp-0b9d',
  'sk-fake-config-json-31d8'
]

/** In arguments of hooks, which gestura copies into checkpoints as they are. */
const inHooks = [
  'fake-hook-token-old-5d20a9',
  'fake-hook-bearer-c90e12',
  'fake-hook-env-81f7d4',
  'fake-hook-urlpass-3a6b'
]

/** In the configuration and the sign-in file of `tact-config`. */
const inTact = [
  'sk-fake-url-password',
  'sk-fake-query',
  'sk-fake-hook',
  'sk-fake-argument',
  'sk-fake-mcp-env',
  'sk-fake-mcp-query',
  'sk-fake-memory-bearer',
  'sk-fake-codex-auth-file'
]

/** The fake secrets that stand in the fixtures' configurations; those inside transcripts are another matter. */
export function plantedInFixtures(): PlantedSecret[] {
  return [...inConfiguration, ...inHooks, ...inTact].map((text) => ({ kind: 'fixture', text, needles: [text] }))
}
