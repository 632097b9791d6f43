import type { RawConfigDocument } from '../../../redaction/config-rules'
import type { SourceKey } from '../../adapter'
import { type Fields, fieldsOf } from '../fields'
import { findSession } from './find-session'
import { readSidecar } from './sidecar'

/** Fields of a session that configure it, beside `config` itself. */
const configuring = [
  'model_name',
  'state',
  'tool_names',
  'thinking_enabled',
  'thinking_budget',
  'parent_id',
  'tenant_id',
  'principal',
  'agent_template_id',
  'correlation_id',
  'durable_memory_binding',
  'cognitive_package_binding',
  'immutable_content_adapter_binding'
] as const

/** The configuration that a session carries, and what its host keeps about it. */
export function readSessionConfig(root: string, id: string, key: SourceKey): readonly RawConfigDocument[] {
  const read = findSession(root, id, key, 'quick')
  if (read === null) return []
  const value = read.snapshot === null ? undefined : configOf(fieldsOf(read.snapshot.session))
  const findings = read.snapshot === null ? read.findings : []
  const session: RawConfigDocument = { name: 'session config', path: read.path, present: true, root: value, findings }
  const sidecar = readSidecar(root, id)
  if (sidecar.path === null) return [session]
  const document = sidecar.document
  return [
    session,
    { name: 'session state of the host', path: sidecar.path, present: true, root: document, findings: [] }
  ]
}

/** An API key is dropped here already: a3s never writes one, and nothing needs it. */
function configOf(session: Fields): Fields {
  const { api_key: _dropped, ...llm } = fieldsOf(session.llm_config)
  const rest = configuring.flatMap((field) => (session[field] === undefined ? [] : [[field, session[field]] as const]))
  const models = session.llm_config === undefined ? {} : { llm_config: llm }
  return { config: session.config, ...models, ...Object.fromEntries(rest) }
}
