import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a fake program was started with. */
export interface Started {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A folder of programs for a test's PATH; each writes down every start of it. */
export class FakePrograms {
  readonly folder: string

  constructor(parent: string) {
    this.folder = join(parent, 'programs')
    mkdirSync(this.folder, { recursive: true })
  }

  /** A small agent: says its version, and else runs the given script of Node, in which `argv` are its arguments. */
  agent(name: string, version: string, script = ''): void {
    this.write(
      name,
      `if (argv[0] === '--version') { console.log(${JSON.stringify(version)}); process.exit(0) }\n${script}`
    )
  }

  /** A terminal that runs what follows the given word, or all of its words, and ends with it. */
  terminal(name: string, after: string | null): void {
    const script = `
      const { spawnSync } = require('node:child_process')
      const words = argv.slice(${after === null} ? 0 : argv.indexOf(${JSON.stringify(after)}) + 1)
      spawnSync(words[0], words.slice(1), { stdio: 'ignore' })`
    this.write(name, script)
  }

  /** A program that says why it cannot start, and ends. No script of Node, which on a busy machine ends only when nobody listens any more. */
  failing(name: string, words: string): void {
    writeFileSync(join(this.folder, name), `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 })
  }

  /** A login shell whose start files set this PATH, whatever those of this machine say. Its path. */
  loginShell(path = `${this.folder}:/usr/bin:/bin`): string {
    const file = join(this.folder, 'login-shell')
    const started = JSON.stringify({ argv: [], cwd: '', env: {} })
    // No script of Node: on a busy machine that starts too slowly for the time that a shell is given.
    const lines = ['#!/bin/sh', `echo '${started}' >> '${file}.log'`, `export PATH='${path}'`, 'for last; do :; done']
    writeFileSync(file, [...lines, 'exec /bin/sh -c "$last"', ''].join('\n'), { mode: 0o755 })
    return file
  }

  write(name: string, script: string): void {
    const log = `${this.folder}/${name}.log`
    const head = `#!${process.execPath}
      const argv = process.argv.slice(2)
      require('node:fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify({ argv, cwd: process.cwd(), env: process.env }) + '\\n')
    `
    writeFileSync(join(this.folder, name), `${head}${script}\n`, { mode: 0o755 })
  }

  /** Every start of a program so far, in order. */
  starts(name: string): readonly Started[] {
    const log = join(this.folder, `${name}.log`)
    if (!existsSync(log)) return []
    return readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  }
}

export interface PiSession {
  readonly at?: string
  readonly prompt?: string
  /** Path of the session that it is a fork of. */
  readonly parentSession?: string
}

/** Writes a session of pi into a home; its folder is made as well. */
export function piSession(
  home: string,
  id: string,
  workspace: string,
  { at = '2026-11-20T10:00:00.000Z', prompt = 'Where is the rain gauge?', ...header }: PiSession = {}
): string {
  mkdirSync(workspace, { recursive: true })
  const folder = join(home, '.pi', 'agent', 'sessions', `--${workspace.slice(1).replaceAll('/', '-')}--`)
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `2026-11-20T10-00-00-000Z_${id}.jsonl`)
  const message = {
    role: 'user',
    content: [{ type: 'text', text: prompt }],
    timestamp: Date.parse(at)
  }
  const lines = [
    { type: 'session', version: 3, id, timestamp: at, cwd: workspace, ...header },
    { type: 'message', id: 'aaaaaaa1', parentId: null, timestamp: at, message }
  ]
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}
