import { anything, nullable, omitted, required, struct, text, u32 } from '../../../json/shape'
import { time, uuid } from './formats'
import { session } from './session-shape'
import { checkpointConfig } from './settings-shape'
import { taskList } from './task-shape'

/** The outer levels of a checkpoint file. The payload is any JSON until it is restored. */
export const checkpoint = struct(
  required(
    'metadata',
    struct(required('id', uuid), omitted('session_id', text), required('created_at', time), nullable('label', text))
  ),
  required('snapshot', struct(nullable('session_id', text), required('payload', anything)))
)

/** The only payload schema that the agent knows. */
export const payloadSchema = 1

/** The payload of a session checkpoint. */
export const sessionPayload = struct(
  required('schema_version', u32),
  required('session', session),
  required('tasks', taskList),
  required('config', checkpointConfig)
)
