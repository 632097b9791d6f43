import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../support/launch'
import { CommandHome } from './support/command'

const claude = '1494aac4-bdfb-4a1d-a8d5-5283a017be20'

function claudeHome(home: string): void {
  cpSync(join(projectRoot, 'e2e', 'fixtures', 'agents', 'claude-code'), home, { recursive: true })
}

async function json<T>(home: CommandHome, ...args: string[]): Promise<T> {
  const ended = await home.run([...args, '--json'])
  expect([args[0], ended.code, ended.err]).toEqual([args[0], 0, ''])
  return JSON.parse(ended.out) as T
}

type Shown = { entries: { kind: string; text: string; tool?: { name: string; result: string } }[] }
const words = ({ entries }: Shown) => entries.map(({ kind, text, tool }) => [kind, text, tool?.name, tool?.result])

test('F5 a session goes to another home by the command: bundle, look, keep, put in, take back', async () => {
  const there = new CommandHome(claudeHome)
  const here = new CommandHome((home) => {
    mkdirSync(join(home, '.claude', 'projects'), { recursive: true })
    mkdirSync(join(home, 'elsewhere'))
  })
  const name = `claude-code:${claude}`
  const file = join(there.folder, 'one.reprise')
  const look = await there.run(['bundle', name, '--children'])
  expect(look.out).toContain('conversation')
  await json(there, 'bundle', name, '--out', file, '--children', '--files')
  expect((await there.run(['bundle', name, '--out', file])).code).toBe(3)

  type Found = { form: string; sessions: { id: string; entries: number; known: unknown }[] }
  const found = await json<Found>(here, 'import', file)
  expect([found.form, found.sessions.length, found.sessions[0]?.id]).toEqual(['bundle', 1, claude])

  const kept = await json<{ kept: { checkpoint: string }[] }>(here, 'import', file, '--keep')
  const copy = kept.kept[0]?.checkpoint ?? ''
  const original = await json<Shown>(there, 'show', name)
  expect(words(await json<Shown>(here, 'show', name, '--checkpoint', copy))).toEqual(words(original))
  const listed = await json<{ sessions: { id: string; state: string }[] }>(here, 'list')
  expect(listed.sessions).toMatchObject([{ id: claude, state: 'gone' }])

  const into = ['import', file, '--into', 'claude-code', '--workspace', join(here.home, 'elsewhere')]
  const plan = await json<{ planId: string; digest: string }>(here, ...into)
  type Applied = { operationId: string; created: { id: string } }
  const done = await json<Applied>(here, 'apply', plan.planId, '--digest', plan.digest)
  expect(words(await json<Shown>(here, 'show', `claude-code:${done.created.id}`))).toEqual(words(original))
  const undone = await json<{ state: string }>(here, 'undo', done.operationId)
  expect(undone.state).toBe('done')
  here.dispose()
  there.dispose()
})

test('several sessions of one place go into one file, with the parts that were chosen', async () => {
  const there = new CommandHome(claudeHome)
  const here = new CommandHome((home) => mkdirSync(join(home, '.claude', 'projects'), { recursive: true }))
  const file = join(there.folder, 'two.reprise')
  const names = [claude, '33aae2bc-4e8a-42e8-b427-268959cab2c0'].map((id) => `claude-code:${id}`)
  const look = await there.run(['bundle', ...names, '--files', '--config'])
  expect(look.out).toMatch(/^ {2}\+ files .*\n/m)
  expect(look.out).toMatch(/^ {2}- children/m)
  await json(there, 'bundle', ...names, '--out', file)
  const found = await json<{ sessions: { id: string }[] }>(here, 'import', file)
  expect(found.sessions.map(({ id }) => `claude-code:${id}`).sort()).toEqual(names.toSorted())
  here.dispose()
  there.dispose()
})

test('F5 notes of the project go along by --memory, are counted, stay beside other notes, and an undo takes them away', async () => {
  const note = (home: string, project: string, name: string) =>
    join(home, '.claude', 'projects', project, 'memory', name)
  const there = new CommandHome((home) => {
    claudeHome(home)
    mkdirSync(join(note(home, '-home-dev-weather', '.')), { recursive: true })
    writeFileSync(note(home, '-home-dev-weather', 'MEMORY.md'), 'Tests run with pnpm.')
    writeFileSync(note(home, '-home-dev-weather', 'winds.md'), 'Knots.')
  })
  const here = new CommandHome((home) => mkdirSync(join(home, 'elsewhere'), { recursive: true }))
  const workspace = join(here.home, 'elsewhere')
  const project = workspace.replace(/[^A-Za-z0-9]/g, '-')
  mkdirSync(note(here.home, project, '.'), { recursive: true })
  writeFileSync(note(here.home, project, 'MEMORY.md'), 'Mine.')
  const name = 'claude-code:5d743016-5361-4489-91a8-75bda6be4941'
  expect((await there.run(['bundle', name])).out).toMatch(/^ {2}- memory +2 files, 26 B; --memory takes them along$/m)
  const file = join(there.folder, 'notes.reprise')
  await json(there, 'bundle', name, '--memory', '--out', file)
  expect((await here.run(['import', file])).out).toContain('2 notes of its project')

  type Planned = { planId: string; digest: string; conflicts: { id: string; code: string; default: string }[] }
  const plan = await json<Planned>(here, 'import', file, '--into', 'claude-code', '--workspace', workspace)
  expect(plan.conflicts).toMatchObject([{ code: 'claude-code.note.present', default: 'keep' }])
  const done = await json<{ operationId: string }>(here, 'apply', plan.planId, '--digest', plan.digest)
  const read = (each: string) => readFileSync(note(here.home, project, each), 'utf8')
  expect([read('MEMORY.md'), read('winds.md')]).toEqual(['Mine.', 'Knots.'])
  await json(here, 'undo', done.operationId)
  expect([read('MEMORY.md'), existsSync(note(here.home, project, 'winds.md'))]).toEqual(['Mine.', false])
  here.dispose()
  there.dispose()
})

test('F1 the configuration that came along is listed under a heading, masked', async () => {
  const there = new CommandHome((home) => {
    claudeHome(home)
    const env = { ANTHROPIC_API_KEY: `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA` }
    writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ cleanupPeriodDays: 90, env }))
  })
  const here = new CommandHome((home) => mkdirSync(join(home, '.claude', 'projects'), { recursive: true }))
  const file = join(there.folder, 'config.reprise')
  await json(there, 'bundle', `claude-code:${claude}`, '--config', '--exact', '--out', file)
  const { out } = await here.run(['import', file])
  const [, listed = ''] = out.split('Configuration that came along, to read:\n')
  expect(listed).toMatch(/^ {4}cleanupPeriodDays = 90$/m)
  expect(listed).toMatch(/^ {4}env\.ANTHROPIC_API_KEY = \[.+, masked\]$/m)
  expect(out).not.toContain('sk-ant')
  type Found = { configuration: { input: number; documents: { entries: { key: string; value?: unknown }[] }[] }[] }
  const { configuration } = await json<Found>(here, 'import', file)
  const entries = configuration.flatMap(({ documents }) => documents.flatMap((each) => each.entries))
  expect(entries).toContainEqual({ key: 'cleanupPeriodDays', value: 90 })
  here.dispose()
  there.dispose()
})

test('F2 an export is a file without a script; a place that is taken is left alone', async () => {
  const home = new CommandHome(claudeHome)
  const out = join(home.folder, 'out.html')
  writeFileSync(out, 'mine')
  const name = `claude-code:${claude}`
  expect((await home.run(['export', name, '--format', 'html', '--out', out])).code).toBe(3)
  expect(readFileSync(out, 'utf8')).toBe('mine')
  await json(home, 'export', name, '--format', 'html', '--out', out, '--replace')
  expect(readFileSync(out, 'utf8')).toContain("default-src 'none'")
  expect((await home.run(['export', name, '--format', 'pdf', '--out', out])).code).toBe(2)
  home.dispose()
})

test('what cannot be imported is refused with its reason, and nothing is kept', async () => {
  const home = new CommandHome(claudeHome)
  const words = join(home.folder, 'words.txt')
  writeFileSync(words, 'just words')
  const refused = await home.run(['import', words, '--keep'])
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining('Nothing in words.txt is a session')])
  expect((await home.run(['import', words, '--keep', '--into', 'gestura'])).code).toBe(2)
  expect((await home.run(['import', words, '--workspace', home.folder])).code).toBe(2)
  home.dispose()
})
