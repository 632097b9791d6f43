/**
 * Every kind of record that a tact of 0.1 to 0.8 writes (format: "Local kinds", "Agent kinds"). `shown` kinds may make or
 * fill an entry; `absorbed` ones only tell something about others, such as usage and connection records.
 */
export const recordKinds = {
  'tact/session.started': 'shown',
  'tact/user.submitted': 'shown',
  'tact/user.steered': 'shown',
  'tact/reflection.started': 'shown',
  'tact/shell.started': 'shown',
  'tact/shell.finished': 'shown',
  'tact/effort.changed': 'shown',
  'tact/fast_mode.changed': 'shown',
  'tact/context.observed': 'absorbed',
  'tact/worker.turn_accepted': 'absorbed',
  'tact/worker.turn_finished': 'shown',
  'tact/worker.turns_interrupted': 'shown',
  'tact/worker.steer_failed': 'shown',
  'tact/worker.stopped': 'shown',
  'tact/session.ended': 'shown',
  'agent/run.started': 'absorbed',
  'agent/input.accepted': 'absorbed',
  'agent/run.steered': 'absorbed',
  'agent/run.error': 'shown',
  'agent/run.completed': 'shown',
  'agent/run.failed': 'shown',
  'agent/assistant.delta': 'shown',
  'agent/assistant.message': 'shown',
  'agent/reasoning.summary.delta': 'shown',
  'agent/tool.call': 'shown',
  'agent/tool.result': 'shown',
  'agent/model.warmup.started': 'absorbed',
  'agent/model.warmup.completed': 'absorbed',
  'agent/model.warmup.failed': 'absorbed',
  'agent/model.call.started': 'absorbed',
  'agent/model.call.completed': 'absorbed',
  'agent/model.call.failed': 'absorbed',
  'agent/model.compaction.started': 'absorbed',
  'agent/model.compaction.completed': 'shown',
  'agent/model.compaction.failed': 'shown',
  'agent/model.attempt.started': 'absorbed',
  'agent/model.attempt.failed': 'absorbed',
  'agent/model.attempt.retrying': 'absorbed',
  'agent/model.connection.started': 'absorbed',
  'agent/model.connection.completed': 'absorbed',
  'agent/model.connection.failed': 'absorbed',
  'agent/api.event': 'absorbed'
} as const

export type RecordKind = keyof typeof recordKinds

export type ShownKind = {
  [Kind in RecordKind]: (typeof recordKinds)[Kind] extends 'shown' ? Kind : never
}[RecordKind]

export function isRecordKind(kind: string): kind is RecordKind {
  return Object.hasOwn(recordKinds, kind)
}
