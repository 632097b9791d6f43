import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome, fixturePath } from './support/command'

/** A home without any agent, and beside it single session files of gestura as somebody sends them. */
function withMail(): { home: CommandHome; sent: readonly string[] } {
  const home = new CommandHome(() => undefined)
  const mail = join(home.folder, 'mail')
  mkdirSync(mail)
  const from = fixturePath(join('gestura', '.gestura', 'agent_sessions'))
  const names = readdirSync(from).filter((name) => name.endsWith('.json'))
  const sent = names.slice(0, 3).map((name, index) => {
    cpSync(join(from, name), join(mail, `sent-${index + 1}.json`))
    return join(mail, `sent-${index + 1}.json`)
  })
  return { home, sent }
}

interface Found {
  readonly inputs: { readonly name: string }[]
  readonly refused: { readonly name: string; readonly message: string }[]
  readonly sessions: { readonly id: string; readonly input: number; readonly workspace: string }[]
}

async function json<T>(home: CommandHome, codes: readonly number[], ...args: readonly string[]): Promise<T> {
  const ended = await home.run([...args, '--json'])
  expect(codes, ended.out + ended.err).toContain(ended.code)
  return JSON.parse(ended.out) as T
}

test('F5 several paths are looked into at once; one that is refused is named, and the exit code says partly', async () => {
  const { home, sent } = withMail()
  const words = join(home.folder, 'words.txt')
  writeFileSync(words, 'just words')
  const found = await json<Found>(home, [4], 'import', ...sent, words)
  expect(found.inputs.map(({ name }) => name)).toEqual(['sent-1.json', 'sent-2.json', 'sent-3.json'])
  expect(found.sessions.map(({ input }) => input)).toEqual([0, 1, 2])
  expect(found.refused.map(({ name }) => name)).toEqual(['words.txt'])
  const plain = await home.run(['import', ...sent, words])
  expect(plain.out).toContain('sent-2.json: a file, 324 B')
  expect(plain.out).toContain('! words.txt is not taken: Nothing in words.txt is a session')
  const none = await home.run(['import', words, join(home.folder, 'nowhere')])
  expect([none.code, none.err]).toEqual([3, expect.stringContaining('None of these 2 files and folders')])
  expect(none.err).toMatch(/words\.txt: Nothing in words\.txt .* nowhere: There is nothing at /)
  home.dispose()
})

test('F5 sessions that are named are kept, found with list --imported, and not kept twice unless asked', async () => {
  const { home, sent } = withMail()
  const { sessions } = await json<Found>(home, [0], 'import', ...sent)
  const [first, second] = sessions
  const named = ['--session', first?.id ?? '', '--session', second?.id ?? '']
  const kept = await home.run(['import', ...sent, '--keep', ...named])
  expect([kept.code, kept.out.match(/^Kept: gestura:/gm)?.length]).toEqual([0, 2])
  type Listed = { sessions: { id: string; imported: { from: string } }[] }
  const listed = await json<Listed>(home, [0], 'list', '--imported')
  expect(listed.sessions.map(({ id, imported }) => [id, imported.from]).sort()).toEqual(
    [
      [first?.id, 'Imported from sent-1.json'],
      [second?.id, 'Imported from sent-2.json']
    ].sort()
  )
  const rows = await home.run(['list'])
  expect(rows.out.match(/ imported /g)).toHaveLength(2)
  // Nothing of it is gone, and that gestura has no store here is no fault of a path.
  expect(await home.run(['list', '--gone'])).toEqual({ code: 0, out: 'No sessions.\n', err: '' })
  const again = await home.run(['import', ...sent.slice(0, 1), '--keep'])
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^Already kept on \d{4}-\d\d-\d\d: gestura:/)])
  const asked = await home.run(['import', ...sent.slice(0, 1), '--keep', '--again'])
  expect(asked.out).toMatch(/^Kept: gestura:/)
  home.dispose()
})

test('F5 all sessions go into the store with one plan, each where the map says, and one undo takes them away', async () => {
  const { home, sent } = withMail()
  const store = join(home.home, '.gestura', 'agent_sessions')
  const { sessions } = await json<Found>(home, [0], 'import', ...sent)
  const elsewhere = join(home.folder, 'elsewhere')
  for (const { workspace } of sessions) mkdirSync(workspace.replace('/home/dev', elsewhere), { recursive: true })
  const into = ['import', ...sent, '--into', 'gestura']
  const one = await home.run(into)
  expect([one.code, one.err]).toEqual([2, expect.stringContaining('--all')])
  type Planned = { planId: string; digest: string; steps: unknown[]; notes: string[] }
  const plan = await json<Planned>(home, [0], ...into, '--all', '--map', `/home/dev=${elsewhere}`)
  expect([plan.steps.length, existsSync(store)]).toEqual([3, false])
  expect(plan.notes.join('\n')).toContain(`/home/dev is ${elsewhere} here.`)
  const done = await json<{ operationId: string }>(home, [0], 'apply', plan.planId, '--digest', plan.digest)
  expect(readdirSync(store)).toHaveLength(3)
  type Row = { sessions: { workspace: string }[] }
  const rows = await json<Row>(home, [0], 'list', '--agent', 'gestura')
  expect(rows.sessions.filter(({ workspace }) => !workspace.startsWith(elsewhere))).toEqual([])
  expect((await home.run(['undo', done.operationId, '--json'])).code).toBe(0)
  expect(existsSync(store)).toBe(false)
  home.dispose()
})

test('options that exclude each other, and a map that is none, are told as such', async () => {
  const { home, sent } = withMail()
  const codeOf = async (...args: string[]) => (await home.run(['import', ...sent, ...args])).code
  expect(await codeOf('--keep', '--into', 'gestura')).toBe(2)
  expect(await codeOf('--into', 'gestura', '--all', '--session', 'x')).toBe(2)
  expect(await codeOf('--into', 'gestura', '--all', '--map', '/home/dev')).toBe(2)
  expect(await codeOf('--map', '/a=/b')).toBe(2)
  home.dispose()
})
