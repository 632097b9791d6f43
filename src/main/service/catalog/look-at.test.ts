import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ScanStep } from '../agents/adapter'
import { foldedFiles } from '../agents/claude-code/sessions/folded-files'
import { inlineReaders } from '../readers/inline-readers'
import { claudeTurn } from '../testing/claude-records'
import { HomeService } from '../testing/home-service'

const sessions = 40
const project = '.claude/projects/-w'
const aTurn = (session: string, text: string) => claudeTurn({ session, cwd: '/w', text, at: home.now })
const asLines = (records: readonly unknown[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('')

let home: HomeService
let source: string
/** Units that scans spoke of since the last look at it. */
let units: string[] = []
beforeEach(async () => {
  home = new HomeService()
  for (let index = 0; index < sessions; index += 1) home.put(`${project}/s${index}.jsonl`, aTurn(`s${index}`, 'first'))
  await home.open({ readers: (options) => countingReaders(inlineReaders(options)) })
  await home.scan()
  source = (await home.ref('s1')).source
  units = []
})
afterEach(() => home.close())

function countingReaders(readers: ReturnType<typeof inlineReaders>): ReturnType<typeof inlineReaders> {
  return {
    ...readers,
    async *scan(...input) {
      for await (const steps of readers.scan(...input)) {
        units.push(...steps.flatMap((step: ScanStep) => ('unit' in step ? [step.unit] : [])))
        yield steps
      }
    }
  }
}

const path = (name: string) => join(home.home, name)
const look = (...names: string[]) =>
  home.service.parts.scanner.look(source, names.map(path), new AbortController().signal)
const prompts = async (id: string) =>
  (await home.call('prompts.recent', { limit: 200 })).prompts
    .filter(({ session }) => session.id === id)
    .map(({ text }) => text)

describe('lookAt', () => {
  it('reads of a file that grew what was added, and looks at no other file', async () => {
    const line = asLines(aTurn('s7', 'second').slice(0, 1))
    appendFileSync(path(`${project}/s7.jsonl`), line)
    const before = foldedFiles(false).bytesRead
    expect(await look(`${project}/s7.jsonl`)).toBe(true)
    expect(foldedFiles(false).bytesRead - before).toBe(Buffer.byteLength(line))
    expect(units).toEqual([path(`${project}/s7.jsonl`)])
    expect(await prompts('s7')).toEqual(['second', 'first'])
    expect(await home.scan()).toMatchObject({ parsed: 0, unchanged: sessions, sessions })
  })

  it('looks at the subagents below the session, unless they are many', async () => {
    const below = (session: string, index: number) => `${project}/${session}/subagents/agent-${session}-${index}.jsonl`
    const child = (session: string) => aTurn(session, 'task').map((each) => ({ ...each, isSidechain: true }))
    for (let index = 0; index < 2; index += 1) home.put(below('s1', index), child('s1'))
    for (let index = 0; index < 101; index += 1) home.put(below('s2', index), child('s2'))
    await home.scan()
    units = []
    appendFileSync(path(below('s1', 1)), asLines(child('s1')))
    home.put(below('s1', 2), child('s1'))
    expect(await look(`${project}/s1.jsonl`, `${project}/s2.jsonl`)).toBe(true)
    const names = [`${project}/s1.jsonl`, `${project}/s2.jsonl`, below('s1', 0), below('s1', 1), below('s1', 2)]
    expect(units.toSorted()).toEqual(names.map(path).toSorted())
    expect(await home.scan()).toMatchObject({ parsed: 0 })
  })

  it('leaves to a scan what concerns more than one file', async () => {
    home.put(`${project}/new.jsonl`, aTurn('new', 'hello'))
    expect(await look(`${project}/new.jsonl`)).toBe(false)
    expect(await look('.claude/history.jsonl')).toBe(false)
    expect(await look('.claude/projects/-w')).toBe(false)
    expect(await look(`${project}/s1`)).toBe(false)
    expect(units).toEqual([])
    rmSync(path(`${project}/s3.jsonl`))
    expect(await look(`${project}/s3.jsonl`)).toBe(false)
    expect((await home.list()).map(({ id }) => id)).toContain('s3')
  })

  it('has nothing to do where what changed is not read for the list', async () => {
    expect(await look('.claude/settings.json')).toBe(true)
    expect(units).toEqual([])
  })
})

describe('an appended line', () => {
  it('is shown without a scan of its source', async () => {
    home.service.start()
    const { scanner } = home.service.parts
    await vi.waitFor(() => expect(scanner.completed).toBe(true), { timeout: 20_000 })
    await scanner.idle()
    const run = vi.spyOn(scanner, 'run')
    appendFileSync(path(`${project}/s9.jsonl`), asLines(aTurn('s9', 'live')))
    await vi.waitFor(async () => expect(await prompts('s9')).toContain('live'), { timeout: 9000, interval: 20 })
    expect(run).not.toHaveBeenCalled()
  }, 30_000)
})
