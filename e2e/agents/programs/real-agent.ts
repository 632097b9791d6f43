import { type SpawnSyncOptions, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expectThat } from '../outcome.ts'
import { CodingModel } from '../scripted/model.ts'
import { workspaceFiles } from '../scripted/script.ts'
import type { Told } from '../scripted/told.ts'
import { Terminal } from '../terminal.ts'
import { pathWith } from './install.ts'
import type { Kind, Place } from './kind.ts'

/** In ms. A turn takes seconds; on a machine with other work it took two minutes. */
const patience = 300_000

/** A real program with a home and a workspace of its own, and the scripted model on loopback as all of its network. */
export class RealAgent {
  readonly kind: Kind
  readonly program: string
  readonly home: string
  readonly workspace: string
  readonly model: CodingModel
  readonly #place: Place

  private constructor(kind: Kind, program: string, place: Place, model: CodingModel) {
    this.kind = kind
    this.program = program
    this.home = place.home
    this.workspace = place.workspace
    this.model = model
    this.#place = place
  }

  static async make(kind: Kind, program: string, home: string, workspace = join(home, 'weather')): Promise<RealAgent> {
    const model = new CodingModel(kind.protocol, (order, id) => kind.toCall(order, id, workspace))
    const place = { home, workspace, port: await model.start() }
    const profile = { '.profile': `PATH='${pathWith(program)}'\nexport PATH\n` }
    const files = Object.entries({ ...profile, ...kind.settings(place) }).map(([name, text]) => [
      join(home, name),
      text
    ])
    const own = Object.entries(workspaceFiles).map(([name, text]) => [join(workspace, name), text])
    for (const [path = '', text = ''] of [...files, ...own]) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
    const agent = new RealAgent(kind, program, place, model)
    agent.#repository()
    return agent
  }

  get environment(): Record<string, string> {
    const proxy = `http://127.0.0.1:${this.#place.port}`
    return {
      PATH: pathWith(this.program),
      HOME: this.home,
      SHELL: '/bin/sh',
      TERM: 'xterm-256color',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      HTTPS_PROXY: proxy,
      HTTP_PROXY: proxy,
      https_proxy: proxy,
      http_proxy: proxy,
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      ...this.kind.environment(this.#place)
    }
  }

  /** One turn without a terminal. Gives what reached the model with each request of it. */
  turn(session: string | null, prompt: string): Promise<(readonly Told[])[]> {
    return this.#asking(prompt, () => this.#run([this.program, ...this.kind.words(session, prompt)]))
  }

  /** One turn by the line that `reprise resume --print` gave. */
  goOn(printed: string, prompt: string): Promise<(readonly Told[])[]> {
    const { terminal, line } = this.kind.goOn
    const whole = line(printed, quoted(prompt))
    return this.#asking(prompt, () =>
      terminal ? this.#inTerminal(whole, prompt) : this.#run(['/bin/sh', '-c', whole])
    )
  }

  /** A line of the shell in a terminal of its own. */
  open(line: string): Terminal {
    return new Terminal(`/bin/sh -c ${quoted(line)}`, this.environment, this.workspace)
  }

  close(): void {
    this.model.close()
  }

  /** Contents of the workspace's files by name, without the repository. */
  files(): Record<string, string> {
    const names = readdirSync(this.workspace).filter((name) => name !== '.git')
    return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(this.workspace, name), 'utf8')]))
  }

  /** Keeps the home as it is, and puts it back at the same place later. */
  save(): void {
    cpSync(this.home, `${this.home}-saved`, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }

  reset(): void {
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20 })
    cpSync(`${this.home}-saved`, this.home, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }

  async #asking(prompt: string, act: () => Promise<void>): Promise<(readonly Told[])[]> {
    const before = this.model.asked.length
    await act()
    const asked = this.model.asked.slice(before)
    expectThat(asked.length > 0, `the model was not asked "${prompt}"`)
    return asked
  }

  async #run([command = '', ...words]: readonly string[]): Promise<void> {
    const options = { cwd: this.workspace, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] as const }
    const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const hear = (piece: Buffer) => {
      said += piece
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const late = setTimeout(() => child.kill('SIGKILL'), patience)
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
    clearTimeout(late)
    expectThat(code === 0, `${command} ${words.join(' ')} ended with ${code}: ${said.slice(-2000)}`)
  }

  async #inTerminal(line: string, prompt: string): Promise<void> {
    const terminal = this.open(line)
    try {
      await terminal.until(new RegExp(`Answer to: ${prompt}`), patience / 1000)
    } finally {
      await terminal.leave()
    }
  }

  /** opencode keeps trees of files only inside of a repository. */
  #repository(): void {
    const options: SpawnSyncOptions = { cwd: this.workspace, env: this.environment }
    const as = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com']
    for (const words of [
      ['init', '-q', '-b', 'main'],
      ['add', '.'],
      [...as, 'commit', '-qm', 'Begin']
    ])
      spawnSync('git', words, options)
  }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
