import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '../../support/launch'
import { leaveAlone } from './left-alone-home'

const samples = join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code', '.claude')
export const claudeSession = '095bbe87-37e2-4820-b558-9182cfc4cc92'

/** A home with one session of Claude Code, whose working directory is there as the session left it. */
export class ClaudeHome {
  readonly home = mkdtempSync(join(tmpdir(), 'reprise-window-'))
  readonly workspace = join(this.home, 'weather')
  readonly project = join(this.home, '.claude', 'projects', this.workspace.replace(/[^A-Za-z0-9]/g, '-'))

  constructor() {
    const history = join('file-history', claudeSession)
    cpSync(join(samples, history), join(this.home, '.claude', history), { recursive: true })
    const text = readFileSync(join(samples, 'projects', '-home-dev-weather', `${claudeSession}.jsonl`), 'utf8')
    put(join(this.project, `${claudeSession}.jsonl`), text.replaceAll('/home/dev/weather', this.workspace))
    put(join(this.workspace, 'docs', 'NOTES.md'), '# Notes\n\nTemperatures can be shown in Celsius.\n')
    put(join(this.workspace, 'src', 'forecast.js'), readFileSync(join(samples, history, '546097a1924200a8@v2')))
    leaveAlone(this.home)
  }

  /** Every file of Claude Code and of the working directory with its bytes. */
  bytes(): ReadonlyMap<string, string> {
    const files = [join(this.home, '.claude'), this.workspace].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    )
    return new Map(files.map((path) => [path, readFileSync(path).toString('base64')]))
  }
}

function put(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}
