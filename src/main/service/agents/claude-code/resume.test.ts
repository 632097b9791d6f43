import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SourceLocation } from '../adapter'
import type { ResumeTarget } from '../resume-part'
import { locate } from './locate'
import { resume } from './resume'
import { madeHome } from './testing/sample-home'

const reading = { signal: new AbortController().signal, scratch: '/nonexistent', key: null, now: () => 0 }
const encoded = (path: string) => path.replace(/[^A-Za-z0-9]/g, '-')

function sourceIn(home: string): SourceLocation {
  const [source] = locate({ home, env: {}, platform: 'linux', cwd: home, settings: [], flags: [] })
  if (source === undefined) throw new Error('no source')
  return source
}

/** A session whose project folder is that of the directory, and what speaks against resuming it from `workspace`. */
async function against(made: (home: string) => { project: string; workspace: string; id?: string }) {
  const home = realpathSync(madeHome([], 'other'))
  const { project, workspace, id = 'made' } = made(home)
  mkdirSync(join(home, '.claude', 'projects', encoded(project)), { recursive: true })
  writeFileSync(join(home, '.claude', 'projects', encoded(project), 'made.jsonl'), '{}\n')
  const target: ResumeTarget = { source: sourceIn(home), home, session: { id, workspace } }
  return (await resume.check(target, reading)).map(({ code, bearing }) => `${bearing} ${code}`)
}

describe('resuming a session of Claude Code', () => {
  it('B2 B4 finds nothing against the directory that its project folder was made for', async () => {
    expect(await against((home) => ({ project: join(home, 'my_app.v2'), workspace: join(home, 'my_app.v2') }))).toEqual(
      []
    )
  })

  it('B1 a directory that now leads elsewhere is one that Claude Code looks elsewhere for', async () => {
    const codes = await against((home) => {
      mkdirSync(join(home, 'new'))
      symlinkSync(join(home, 'new'), join(home, 'old'))
      return { project: join(home, 'old'), workspace: join(home, 'old') }
    })
    expect(codes).toEqual(['stops directory.moved'])
  })

  it('B2 says so where no recorded directory belongs to the folder, and where the transcript is gone', async () => {
    expect(await against((home) => ({ project: join(home, 'a'), workspace: join(home, 'b') }))).toEqual([
      'unsure claude-code.folder'
    ])
    expect(await against((home) => ({ project: join(home, 'a'), workspace: home, id: 'gone' }))).toEqual([
      'stops claude-code.file'
    ])
  })

  it('names another configuration folder, and takes the variable away for the usual one', () => {
    const home = realpathSync(madeHome([]))
    const session = { id: 'made', workspace: '/w' }
    expect(resume.line({ source: sourceIn(home), home, session })).toEqual({
      argv: ['--resume', 'made'],
      cwd: '/w',
      env: {},
      unset: ['CLAUDE_CONFIG_DIR']
    })
    const moved = { id: 'x', agent: 'claude-code' as const, root: '/other/claude', origin: 'flag' as const }
    expect(resume.line({ source: moved, home, session })).toMatchObject({
      env: { CLAUDE_CONFIG_DIR: '/other/claude' },
      unset: []
    })
    rmSync(home, { recursive: true })
  })
})
