import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SourceKey } from '../adapter'
import type { ResumeTarget } from '../resume-part'
import { resume } from './resume'

let home: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'reprise-a3s-resume-')))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function target(store: string, workspace: string | null): ResumeTarget {
  const root = join(home, store)
  mkdirSync(root, { recursive: true })
  return { source: { id: 'x', agent: 'a3s', root, origin: 'flag' }, home, session: { id: 'a', workspace } }
}

async function against(made: ResumeTarget, key: SourceKey = null): Promise<readonly string[]> {
  const reading = { signal: new AbortController().signal, scratch: '/nonexistent', key, now: () => 0 }
  return (await resume.check(made, reading)).map(({ code, bearing }) => `${bearing} ${code}`)
}

describe('resuming a session of a3s', () => {
  it('starts in the workspace around the store, in both places where the terminal program keeps one', async () => {
    for (const store of ['w/.a3s/tui/sessions', 'w/.a3s/tui-sessions']) {
      const made = target(store, join(home, 'w'))
      expect(resume.line(made)).toEqual({ argv: ['code', 'resume', 'a'], cwd: join(home, 'w'), env: {}, unset: [] })
      expect(await against(made)).toEqual([])
    }
  })

  it('is not certain where the session names another workspace', async () => {
    expect(await against(target('copy/.a3s/tui/sessions', join(home, 'w')))).toEqual(['unsure a3s.workspace'])
  })

  it('says that no command reaches other stores, and that the program takes no key', async () => {
    expect(await against(target('.a3s/code-web/sessions', home))).toEqual(['stops a3s.store'])
    expect(await against(target('w/.a3s/tui/sessions', join(home, 'w')), new Uint8Array([1]))).toEqual([
      'stops a3s.sealed'
    ])
  })
})
