import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Entry } from '@shared/domain/transcript'
import type { JotFile } from './jot-adapter'

/** A home of its own with a folder of jots, for one test. */
export class JotHome {
  readonly home = mkdtempSync(join(tmpdir(), 'reprise-jots-'))
  readonly root = join(this.home, 'jots')
  readonly own = join(this.home, 'own')

  constructor() {
    mkdirSync(this.root)
  }

  write(name: string, file: JotFile | string): void {
    writeFileSync(join(this.root, `${name}.json`), typeof file === 'string' ? file : JSON.stringify(file))
  }

  remove(name: string): void {
    rmSync(join(this.root, `${name}.json`))
  }

  /** What was opened and closed so far. */
  opens(): string[] {
    try {
      return readFileSync(`${this.root}.log`, 'utf8').trim().split('\n')
    } catch {
      return []
    }
  }

  dispose(): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

/** An entry of a person or an assistant. */
export function textEntry(id: string, text: string, kind: Entry['kind'] = 'user'): Entry {
  return { id, kind, at: null, text }
}
