/** Records of the state, which say nothing that is shown: settings of a turn, usage, what the model was told about its surroundings. */
export const absorbed: ReadonlySet<string> = new Set([
  'turn_context',
  'world_state',
  'token_usage_record',
  'inter_agent_communication_metadata',
  'state'
])

const newer = new Set(['UserMessage', 'AgentMessage', 'Reasoning'])
const older = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'exec_command_end',
  'patch_apply_end',
  'mcp_tool_call_end'
])

/** Kinds that tell a second time what is shown from the records of the file's own mode. */
export function twinsOf(paginated: boolean): ReadonlySet<string> {
  return paginated ? older : newer
}
