import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { changingHome, theirs } from '../../../restore/testing/changing-home'
import { adapter } from '../adapter'
import { lines, readAll, reading, sampleHome, sourceIn } from '../testing/sample-home'
import { workedHome } from '../testing/worked-home'

const first = 'fa47a2fd-2183-42f9-b366-b5b362b6a815'
const second = 'a4e074eb-058b-47f9-8d93-258c3de78038'
const to = (checkpoint: string) => ({ kind: 'restore', checkpoint }) as const

describe('files put back to a checkpoint of Claude Code', () => {
  it('are what its own rewind gave: one file as before the edit, the new one gone', async () => {
    const { home, workspace, session } = workedHome()
    const { plan, apply } = await changingHome('claude-code', home)
    const result = await apply(await plan(session, to(first)))
    expect(result).toMatchObject({ state: 'done', verified: true })
    const back = readFileSync(join(workspace, 'src/forecast.js'))
    expect(back).toEqual(readFileSync(join(home, '.claude/file-history', session, '546097a1924200a8@v1')))
    expect(back.length).toBe(112)
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
    expect(readFileSync(join(workspace, 'src/kept.js'), 'utf8')).toBe('never touched\n')
  })

  it('come back with the undo, byte for byte, and so does everything else', async () => {
    const { home, session } = workedHome()
    const { plan, apply, undo } = await changingHome('claude-code', home)
    const before = theirs(home)
    for (const what of ['keep', 'both', 'conversation']) {
      const made = await plan(session, to(second))
      const { operationId, created } = await apply(made, { what })
      expect(created === undefined).toBe(what === 'keep')
      expect(theirs(home)).not.toEqual(before)
      await undo(operationId)
      expect(theirs(home)).toEqual(before)
    }
  })

  it('goes back together with the conversation before the prompt, as one operation', async () => {
    const { home, workspace, session } = workedHome()
    const { plan, apply } = await changingHome('claude-code', home)
    const { created } = await apply(await plan(session, to(second)), { what: 'both' })
    const { entries } = await readAll(home, created?.id ?? '')
    expect(entries.filter(({ kind }) => kind === 'user').map(({ text }) => text)).toEqual([
      'Please add a celsius helper to the forecast script.'
    ])
    expect(existsSync(join(workspace, 'docs/NOTES.md'))).toBe(false)
  })

  it('A16 stays as it is where somebody changed it since, unless the person says otherwise', async () => {
    const { home, workspace, session } = workedHome()
    const { plan, apply, undo } = await changingHome('claude-code', home)
    const path = join(workspace, 'src/forecast.js')
    writeFileSync(path, 'work of an afternoon')
    const made = await plan(session, to(first))
    const conflict = made.conflicts.find(({ code }) => code === 'claude-code.file.changed')
    expect(conflict).toMatchObject({ default: 'keep', what: expect.stringContaining('src/forecast.js') })
    await apply(made)
    expect(readFileSync(path, 'utf8')).toBe('work of an afternoon')
    const again = await plan(session, to(first))
    const { operationId } = await apply(again, { [conflict?.id ?? '']: 'replace' })
    expect(readFileSync(path).length).toBe(112)
    await undo(operationId)
    expect(readFileSync(path, 'utf8')).toBe('work of an afternoon')
  })

  it('A11 leaves a file alone whose backup is gone, and names it', async () => {
    const { home, workspace, session } = workedHome()
    rmSync(join(home, '.claude/file-history', session, '546097a1924200a8@v1'))
    const { plan, apply } = await changingHome('claude-code', home)
    const before = readFileSync(join(workspace, 'src/forecast.js'))
    const made = await plan(session, to(first))
    expect(made.cannot).toContainEqual({ what: 'src/forecast.js', because: expect.stringContaining('backup is gone') })
    await apply(made)
    expect(readFileSync(join(workspace, 'src/forecast.js'))).toEqual(before)
  })

  it('says what no checkpoint brings back: commands, and files that were not edited', async () => {
    const { home, session } = workedHome()
    const { plan } = await changingHome('claude-code', home)
    const { cannot } = await plan(session, to(first))
    const words = cannot.map(({ what }) => what).join('\n')
    expect(words).toMatch(/2 shell commands since then \(`ls/)
    expect(words).toContain('did not edit itself')
  })

  it('A10 writes nothing outside of the working directory, in .git, or over a link that leads out', async () => {
    const { home, workspace, session } = workedHome()
    const outside = join(home, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'file.js'), 'theirs')
    symlinkSync(outside, join(workspace, 'way-out'))
    mkdirSync(join(workspace, '.git'))
    writeFileSync(join(workspace, '.git', 'HEAD'), 'ref: refs/heads/main\n')
    const transcript = adapterPath(home, workspace, session)
    const backup = { backupFileName: '546097a1924200a8@v1', version: 1, backupTime: '2026-11-29T12:37:19.605Z' }
    const delta = (trackingPath: string) => ({
      type: 'file-history-delta',
      snapshotMessageId: first,
      trackingPath,
      backup
    })
    const names = [
      '../outside/file.js',
      join(outside, 'file.js'),
      'way-out/file.js',
      '.git/HEAD',
      '.git/hooks/post-commit'
    ]
    writeFileSync(transcript, readFileSync(transcript, 'utf8') + lines(names.map(delta)))
    const { plan, apply } = await changingHome('claude-code', home)
    const made = await plan(session, to(first))
    const replaced = Object.fromEntries(
      made.conflicts.filter(({ step }) => step !== null).map(({ id }) => [id, 'replace'])
    )
    await apply(made, replaced)
    expect(readFileSync(join(outside, 'file.js'), 'utf8')).toBe('theirs')
    expect(readFileSync(join(workspace, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
    expect(existsSync(join(workspace, '.git/hooks'))).toBe(false)
    const unreached = made.cannot.map(({ what }) => what)
    for (const name of names)
      expect(unreached.some((what) => what.endsWith(name.replace(/^(\.\.|way-out)/, '')))).toBe(true)
  })

  it('F7 of a working directory that is gone are named as not to be brought back, and the conversation still is', async () => {
    const home = sampleHome('claude-code')
    const { plan } = await changingHome('claude-code', home)
    const made = await plan('095bbe87-37e2-4820-b558-9182cfc4cc92', to(second))
    expect(made.steps.every(({ what, path }) => what !== 'file' || path.includes('file-history'))).toBe(true)
    expect(made.cannot).toContainEqual({
      what: 'docs/NOTES.md',
      because: expect.stringContaining('not there any more')
    })
  })

  it('is refused for a checkpoint that is not there', async () => {
    const { home, session } = workedHome()
    const { plan } = await changingHome('claude-code', home)
    await expect(plan(session, to('nothing'))).rejects.toMatchObject({ failure: { code: 'not.found' } })
  })

  it('is offered where the list of checkpoints says so', async () => {
    const { home, session } = workedHome()
    const points = await adapter.checkpoints(sourceIn(home), session, reading)
    expect(points.map(({ restorable }) => restorable)).toEqual([true, true])
  })
})

function adapterPath(home: string, workspace: string, session: string): string {
  return join(home, '.claude/projects', workspace.replace(/[^A-Za-z0-9]/g, '-'), `${session}.jsonl`)
}
