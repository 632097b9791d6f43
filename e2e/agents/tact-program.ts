import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectThat } from './outcome.ts'
import { conversation, ScriptedModel } from './scripted-model.ts'
import { Terminal } from './terminal.ts'

const config = (port: number) => `[auth]
mode = "api-key"
[agent]
web_search = false
image_generation = false
instructions = "You help with a small weather script."
websocket_url = "ws://127.0.0.1:${port}/v1/responses"
api_base_url = "http://127.0.0.1:${port}/v1"
`

/** The real tact with a home and a workspace of its own, and a scripted model on loopback. */
export class TactProgram {
  readonly home: string
  readonly workspace: string
  /** The binary. */
  readonly program: string
  readonly #model: ScriptedModel

  private constructor(program: string, home: string, model: ScriptedModel) {
    this.program = program
    this.#model = model
    this.home = home
    this.workspace = join(home, 'weather')
  }

  static async make(program: string, folder: string): Promise<TactProgram> {
    const model = new ScriptedModel()
    const port = await model.start()
    const tact = new TactProgram(program, folder, model)
    mkdirSync(tact.workspace, { recursive: true })
    mkdirSync(tact.root, { recursive: true, mode: 0o700 })
    writeFileSync(join(tact.root, 'config.toml'), config(port), { mode: 0o600 })
    return tact
  }

  get root(): string {
    return join(this.home, '.tact')
  }

  get database(): string {
    return join(this.root, 'sessions', 'v2.sqlite3')
  }

  close(): void {
    this.#model.close()
  }

  /** Starts a new session, or goes on with one. */
  open(session: string | null, folder = this.workspace): Terminal {
    const words = session === null ? this.program : `${this.program} --resume ${session}`
    return new Terminal(words, this.#environment(), folder)
  }

  /** One turn in the terminal; returns what reached the model as a conversation, the prompt itself last. */
  async turn(session: string | null, prompt: string, folder = this.workspace): Promise<string[]> {
    const terminal = this.open(session, folder)
    try {
      await this.ready(terminal)
      await this.ask(terminal, prompt)
    } finally {
      await terminal.leave()
    }
    const received = this.#model.received.findLast((request) => conversation(request).at(-1) === prompt)
    const all = this.#model.received.map((request) => conversation(request))
    expectThat(
      received !== undefined,
      `the model never received "${prompt}" as the last message: ${JSON.stringify(all)}`
    )
    return conversation(received)
  }

  async ready(terminal: Terminal): Promise<void> {
    await terminal.until(/actions|Resume session|ctrl|\/help|›|>/i)
  }

  async ask(terminal: Terminal, prompt: string): Promise<void> {
    const before = this.#model.received.length
    await terminal.type(prompt)
    await terminal.until(new RegExp(`Answer to: ${prompt.slice(0, 20)}`))
    expectThat(this.#model.received.length > before, 'the model was not asked')
    await this.#settled()
  }

  /** The screen of `tact resume`: the sessions that it offers in a folder. */
  async picker(folder = this.workspace): Promise<string> {
    const terminal = new Terminal(`${this.program} resume`, this.#environment(), folder)
    try {
      await terminal.until(/Resume session|No sessions/i)
      return terminal.text()
    } finally {
      await terminal.leave()
    }
  }

  /** Ids of the sessions in the store, newest first. */
  sessions(): string[] {
    const database = new DatabaseSync(this.database, { readOnly: true })
    const rows = database.prepare('select session_id from sessions order by started_at_ms desc, session_id desc').all()
    database.close()
    return rows.map((row) => String(row['session_id']))
  }

  /** The turn's end is stored a moment after it is shown. */
  async #settled(): Promise<void> {
    for (let waited = 0; waited < 50; waited++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (this.#lastKinds().includes('run.completed')) return
    }
  }

  #lastKinds(): string[] {
    const database = new DatabaseSync(this.database, { readOnly: true })
    const rows = database.prepare('select record_json from events order by event_id desc limit 3').all()
    database.close()
    return rows.map(
      (row) => (JSON.parse(Buffer.from(row['record_json'] as Uint8Array).toString()) as { type: string }).type
    )
  }

  #environment(): Record<string, string> {
    return {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: this.home,
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      SHELL: '/bin/sh',
      TZ: 'UTC',
      // Never a real one: the model is the scripted one.
      OPENAI_API_KEY: `sk-${'0'.repeat(24)}`
    }
  }
}

/** For messages: what lies in the store's folder. */
export function filesOf(tact: TactProgram): string {
  return readdirSync(join(tact.root, 'sessions')).join(', ')
}
