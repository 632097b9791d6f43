import { type ErrorCode, fail } from '@shared/ipc/errors'
import type { CreateError } from '../store/create-checkpoint'

const codes: Readonly<Record<CreateError, ErrorCode>> = {
  AgentSession: 'session.unreadable',
  Tasks: 'source.unreadable',
  NotFound: 'not.found',
  InvalidInput: 'refused',
  UnsupportedSchema: 'checkpoint.invalid',
  Serde: 'refused',
  Io: 'refused'
}

/** Fails with the agent's own kind of error, named in `data.error`; nothing has been written. */
export function refuseKind(error: CreateError, what: string, advice: string, code: ErrorCode = codes[error]): never {
  return fail(code, what, { advice, data: { error } })
}
