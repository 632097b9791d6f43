import {
  anything,
  boolean,
  defaulted,
  list,
  map,
  nullable,
  omitted,
  required,
  type Shape,
  skipped,
  struct,
  text,
  u32,
  u64,
  word
} from '../../../json/shape'
import { time } from './formats'
import { workingMemory } from './working-memory-shape'

const message = struct(
  required('role', text),
  required('content', text),
  omitted('tool_call_id', text),
  omitted('thinking', text),
  required('timestamp', time),
  defaulted('source', word(['text', 'voice', 'system']), '"text"')
)

const toolCall = struct(
  required('id', text),
  required('name', text),
  required('arguments', text),
  required('result', text),
  required('success', boolean),
  required('duration_ms', u64),
  required('timestamp', time)
)

const activityEvent = struct(required('event_type', text), omitted('payload', anything), required('timestamp', time))

const overrides = struct(omitted('provider', text), omitted('model', text))

const toolSettings = struct(
  defaulted('permission_level', word(['sandbox', 'restricted', 'full']), '"restricted"'),
  defaulted('enabled_tools', map(boolean), '{}')
)

const historyItem = struct(
  required('role', text),
  required('content', text),
  nullable('tool_call_id', text),
  nullable('thinking', text)
)

const toolOutcome: Shape = { kind: 'tagged', variants: { Success: text, Error: text, Skipped: text } }

const completedToolCall = struct(
  required('id', text),
  required('name', text),
  required('arguments', text),
  required('result', toolOutcome),
  required('duration_ms', u64)
)

/** A turn that was stopped half way: what a later start goes on from. */
const pausedExecution = struct(
  required('original_input', text),
  omitted('system_prompt', text),
  required('history', list(historyItem)),
  required('partial_content', text),
  omitted('partial_thinking', text),
  defaulted('completed_tool_calls', list(completedToolCall), '[]'),
  required('iteration', u32),
  required('source', word(['GuiText', 'GuiVoice', 'CliTui', 'CliBasic', 'Orchestrator', 'Unknown'])),
  omitted('session_id', text),
  omitted('workspace_dir', text),
  omitted('model_snapshot', struct(required('provider', text), required('model', text))),
  required('paused_at', time)
)

const state = struct(
  defaulted('messages', list(message), '[]'),
  defaulted('tool_calls', list(toolCall), '[]'),
  skipped('activity_log', list(activityEvent)),
  defaulted('working_memory', workingMemory, '{}'),
  defaulted('total_tokens', u64, '0'),
  omitted('context_cache_key', text),
  omitted('workspace_dir', text),
  omitted('llm_config', overrides),
  omitted('voice_config', overrides),
  omitted('tool_settings', toolSettings),
  omitted('reflection_settings', struct(omitted('enabled', boolean))),
  omitted('paused_execution', pausedExecution)
)

/** A session file, also of the `chat_sessions` era, which has fewer fields of the state. */
export const session = struct(
  required('id', text),
  required('title', text),
  required('created_at', time),
  required('last_active', time),
  omitted('model', text),
  defaulted('state', state, '{}')
)

const epoch = '"1970-01-01T00:00:00Z"'

/** The single file of the oldest GUI; every key has a default. */
export const guiSessions = struct(
  defaulted(
    'sessions',
    list(
      struct(
        defaulted('id', text, '""'),
        defaulted('title', text, '""'),
        defaulted('created_at', time, epoch),
        defaulted('last_active', time, epoch),
        defaulted('is_open', boolean, 'false'),
        nullable('window_label', text),
        defaulted('message_count', u64, '0'),
        defaulted('state', state, '{}')
      )
    ),
    '[]'
  ),
  defaulted('version', u32, '0')
)
