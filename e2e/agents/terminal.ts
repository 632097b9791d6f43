import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import xterm from '@xterm/headless'
import { NotAsPromised } from './outcome.ts'

const [columns, rows] = [130, 45]

/** A program in a terminal of its own: keys go in, the screen can be read. `script` of util-linux holds the pseudo terminal. */
export class Terminal {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true })
  #ended = false

  constructor(command: string, env: Readonly<Record<string, string>>, cwd: string) {
    const sized = `stty cols ${columns} rows ${rows}; exec ${command}`
    this.#child = spawn('script', ['-qfec', sized, '/dev/null'], { env, cwd })
    this.#child.stdout.on('data', (piece: Buffer) => this.#screen.write(piece))
    // A program asks its terminal where the cursor is; the screen's answer goes back to it.
    this.#screen.onData((answer) => this.#child.stdin.write(answer))
    this.#child.on('close', () => {
      this.#ended = true
    })
  }

  get ended(): boolean {
    return this.#ended
  }

  text(): string {
    const { active } = this.#screen.buffer
    const lines = Array.from({ length: rows }, (_, row) =>
      active.getLine(active.viewportY + row)?.translateToString(true)
    )
    return lines.filter((line) => line?.trim()).join('\n')
  }

  /** Waits for a text on the screen; throws with the screen when it does not come. */
  async until(wanted: RegExp, seconds = 20): Promise<string> {
    for (let waited = 0; waited < seconds * 10; waited++) {
      const text = this.text()
      if (wanted.test(text)) return text
      await pause(100)
    }
    throw new NotAsPromised(`${wanted} does not show within ${seconds} s:\n${this.text()}`)
  }

  async type(text: string): Promise<void> {
    this.#child.stdin.write(text)
    await pause(300)
    this.#child.stdin.write('\r')
  }

  /** Leaves as a person does, and ends the process when that does not help. */
  async leave(): Promise<void> {
    for (const key of ['\x1b', '\x03', '\x03']) {
      if (this.#ended) return
      this.#child.stdin.write(key)
      await pause(400)
    }
    for (let waited = 0; waited < 50 && !this.#ended; waited++) await pause(100)
    if (!this.#ended) this.#child.kill('SIGKILL')
  }
}
