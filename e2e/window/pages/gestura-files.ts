import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface CheckpointFile {
  readonly snapshot: { readonly payload: { readonly session: { readonly state: { readonly messages: unknown[] } } } }
}

/** The two files that a restore of a gestura session concerns, and the checkpoint's own. */
export class GesturaFiles {
  private readonly home: string
  readonly session: string
  readonly tasks: string

  constructor(home: string, id: string) {
    this.home = home
    this.session = join(home, '.gestura', 'agent_sessions', `${id}.json`)
    this.tasks = join(home, '.gestura', 'tasks', `${id}.json`)
  }

  /** Their bytes as hex; null for one that is not there. */
  bytes(): { session: string | null; tasks: string | null } {
    const hex = (path: string) => (existsSync(path) ? readFileSync(path).toString('hex') : null)
    return { session: hex(this.session), tasks: hex(this.tasks) }
  }

  messages(): unknown[] {
    return (JSON.parse(readFileSync(this.session, 'utf8')) as { state: { messages: unknown[] } }).state.messages
  }

  messagesIn(checkpoint: string): unknown[] {
    const path = join(this.home, '.gestura', 'checkpoints', `${checkpoint}.json`)
    return (JSON.parse(readFileSync(path, 'utf8')) as CheckpointFile).snapshot.payload.session.state.messages
  }
}
