/** Events that feed titles, counts and the like, or only say that something goes on: they are absorbed, not shown by themselves. */
const silent: ReadonlySet<string> = new Set([
  'session.start',
  'session.resume',
  'session.shutdown',
  'session.idle',
  'session.title_changed',
  'session.usage_record',
  'session.usage_info',
  'session.usage_checkpoint',
  'session.compaction_start',
  'session.binary_asset',
  'session.workspace_file_changed',
  'session.todos_changed',
  'session.permissions_changed',
  'session.tools_updated',
  'session.background_tasks_changed',
  'assistant.turn_start',
  'assistant.turn_end',
  'assistant.usage',
  'assistant.intent',
  'assistant.idle',
  'tool.execution_start',
  'tool.execution_progress',
  'tool.execution_partial_result',
  'subagent.started',
  'subagent.configured',
  'subagent.selected',
  'subagent.deselected',
  'subagent.completed',
  'model.call_finished',
  'pending_messages.modified'
])
const silentFamilies = /^(?:permission|hook|command|commands|capabilities|mcp|sampling)\./

/** Events that are known and kept raw: what is said to the model alone, and thinking that the reply has, too. */
const rawKinds: ReadonlySet<string> = new Set(['system.message', 'system.notification', 'assistant.reasoning'])

export function isSilent(type: string): boolean {
  return silent.has(type) || silentFamilies.test(type)
}

export function isKeptRaw(type: string): boolean {
  return rawKinds.has(type)
}
