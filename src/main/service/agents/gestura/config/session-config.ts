import type { RawConfigDocument } from '../../../redaction/config-rules'
import { type Fields, fieldsOf } from '../reading/fields'

const overrideKeys = ['llm_config', 'voice_config', 'tool_settings', 'reflection_settings'] as const

/** What a session says differently from the configuration. */
export function sessionOverrides(path: string, session: Fields): RawConfigDocument {
  const state = fieldsOf(session.state)
  const entries = [['model', session.model] as const, ...overrideKeys.map((key) => [key, state[key]] as const)].filter(
    ([, value]) => value !== undefined && value !== null
  )
  return {
    name: 'session overrides',
    path,
    present: entries.length > 0,
    root: Object.fromEntries(entries),
    findings: []
  }
}
