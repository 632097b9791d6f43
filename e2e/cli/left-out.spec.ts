import { readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { CommandHome } from './support/command'
import { fileStates } from './support/file-state'
import type { CheckpointsAnswer, ShowAnswer } from './support/shapes'

interface PlanAnswer {
  readonly planId: string
  readonly digest: string
}
interface UndoAnswer {
  readonly results: readonly { outcome: string; path: string }[]
  readonly conflicts: readonly { id: string }[]
  readonly cannot: readonly { what: string }[]
}

const id = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const session = `gestura:${id}`

test.describe('an undo through the command that cannot be whole', () => {
  let home: CommandHome
  const file = () => join(home.home, '.gestura', 'agent_sessions', `${id}.json`)

  test.beforeEach(() => {
    home = new CommandHome('gestura')
    for (const path of Object.keys(fileStates(home.home))) utimesSync(home.home + path, 1_750_000_000, 1_750_000_000)
  })
  test.afterEach(() => home.dispose())

  async function restored(): Promise<string> {
    const { checkpoints } = await home.json<CheckpointsAnswer>(['checkpoints', session])
    const oldest = checkpoints.filter((point) => point.restorable).at(-1)
    const plan = await home.json<PlanAnswer>(['plan', session, oldest?.id ?? ''])
    const apply = ['apply', plan.planId, '--digest', plan.digest, '--choice', 'empty-tasks=replace']
    return (await home.json<{ operationId: string }>(apply)).operationId
  }

  test('A4 A7 what the agent wrote since stays, is named, and the command ends with 4 until it was chosen', async () => {
    const before = readFileSync(file())
    const operation = await restored()
    writeFileSync(file(), `${readFileSync(file(), 'utf8')}\n`)
    const left = await home.run(['undo', operation, '--json'])
    const answer: UndoAnswer = JSON.parse(left.out)
    expect([left.code, answer.conflicts.map((conflict) => conflict.id)]).toEqual([4, ['changed:session']])
    const again = await home.run(['undo', operation])
    expect([again.code, again.err]).toEqual([3, expect.stringContaining('changed:session')])
    await home.json(['undo', operation, '--choice', 'changed:session=replace'])
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  test('A7 A11 a file whose safety copy is gone is named, and the command ends with 4', async () => {
    const operation = await restored()
    const blobs = join(home.own, 'vault', 'blobs')
    const { steps } = await home.json<{ steps: { path: string; after: { sha256: string } }[] }>([
      'undo',
      operation,
      '--plan'
    ])
    const lost = steps.find(({ path }) => path === file())?.after.sha256 ?? ''
    const names = readdirSync(blobs, { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((each) => each.includes(lost))) rmSync(join(blobs, name))
    const put = readFileSync(file())
    const ended = await home.run(['undo', operation])
    expect(ended.code).toBe(4)
    expect(ended.out).toContain(`not brought back: ${file()}`)
    expect(readFileSync(file()).equals(put)).toBe(true)
  })

  test('a place that cannot be read does not pass for an empty one', async () => {
    const ended = await home.run(['list', '--root', `gestura=${file()}`, '--json'])
    expect([ended.code, JSON.parse(ended.out).error.code]).toEqual([1, 'source.unreadable'])
    expect(JSON.parse(ended.out).error.message).toContain(file())
    const beside = await home.run(['list', '--root', `a3s=${file()}`])
    expect(beside.code).toBe(0)
    expect(beside.out).toContain(`Not read: ${file()} (a3s-code)`)
  })

  test('ids of entries are shown on demand, and a wrong one names the way to them', async () => {
    const { entries } = await home.json<ShowAnswer>(['show', session])
    const shown = (await home.run(['show', session, '--ids'])).out.split('\n')
    for (const entry of entries) expect(shown).toContain(entry.id)
    const prompts = (await home.run(['prompts'])).out
    expect(prompts).toContain(session)
    for (const args of [
      ['plan', session, '--to-entry', 'nowhere'],
      ['plan', session, 'nowhere'],
      ['undo', 'nowhere'],
      ['vault', 'label', 'nowhere', '--label', 'x']
    ]) {
      const ended = await home.run(args)
      expect([ended.code, ended.err]).toEqual([1, expect.stringMatching(/List .*`reprise /)])
    }
  })
})
