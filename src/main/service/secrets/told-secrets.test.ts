import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { SecretReport } from '@shared/domain/secret'
import type { EntryPage } from '@shared/domain/transcript'
import type { Envelope } from '@shared/ipc/envelope'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Walk } from '../../../../e2e/secrets/ask-everything'
import { type Leak, LeakSearch } from '../../../../e2e/secrets/find-leaks'
import { ToldSecrets, toldSession } from '../../../../e2e/secrets/told-secrets'
import { adapters } from '../agents/registry'
import { inlineReaders } from '../readers/inline-readers'
import { createService, type Service } from '../service'

const told = new ToldSecrets()
const search = new LeakSearch(told.secrets)
const own = join(mkdtempSync(join(tmpdir(), 'reprise-told-own-')), 'own')
let service: Service
let source = ''

const ask = (op: string, input: unknown): Promise<Envelope<unknown>> =>
  service.dispatch(op, input, { traceId: 't', signal: new AbortController().signal, progress: () => undefined })

async function value<T>(op: string, input: unknown): Promise<T> {
  const envelope = await ask(op, input)
  if (!envelope.ok) throw new Error(JSON.stringify(envelope.error))
  return envelope.value as T
}

beforeAll(async () => {
  const look = { home: told.home, env: { HOME: told.home }, platform: process.platform, cwd: told.home, flags: [] }
  service = await createService({ home: own, adapters, look, readers: inlineReaders })
  await value('scan.run', {})
  const { rows } = await value<{ rows: { source: string }[] }>('sessions.page', { query: {}, offset: 0, limit: 10 })
  source = rows[0]?.source ?? ''
}, 60_000)
afterAll(async () => {
  await service.close()
  for (const folder of [told.home, join(own, '..')]) rmSync(folder, { recursive: true, force: true })
})

const session = () => ({ source, id: toldSession })
const firstPage = () => value<EntryPage>('transcript.page', { session: session(), from: 'start', direction: 'forward' })

describe('secrets that were told in a session', () => {
  it('F1 are in no answer to anything that can be asked, but that to a click on one of them', async () => {
    const leaks: Leak[] = []
    const before = readFileSync(told.path)
    const walk = new Walk(async (op, input) => {
      const envelope = await ask(op, input)
      leaks.push(...search.find(`${op} ${JSON.stringify(input).slice(0, 80)}`, JSON.stringify(envelope)))
      return envelope
    })
    await walk.everything()
    expect(leaks).toEqual([])
    expect(walk.sessions).toContainEqual(session())
    // Looking, keeping and putting back are done with the bytes as they are.
    expect(readFileSync(told.path).equals(before)).toBe(true)
  }, 120_000)

  it('F1 are not in our own files', () => {
    const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    // A copy in the vault is the person's own file, byte for byte.
    const places = files
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !relative(own, path).startsWith('vault'))
    expect(places.some((path) => path.endsWith('library.sqlite3'))).toBe(true)
    expect(places.flatMap((path) => search.find(relative(own, path), readFileSync(path)))).toEqual([])
  })

  it('F1 are shown one by one, by the id of their mask in their entry, and by nothing else', async () => {
    const { entries } = await firstPage()
    const [prompt, reply] = entries
    const id = /·([0-9a-f]{8})›/.exec(prompt?.text ?? '')?.[1] ?? ''
    expect(await value('transcript.reveal', { session: session(), entry: prompt?.id, mask: id })).toEqual({
      text: told.key
    })
    expect(reply?.text).toContain(`·${id}›`)
    const elsewhere = await ask('transcript.reveal', { session: session(), entry: entries.at(-1)?.id, mask: id })
    expect(elsewhere).toMatchObject({ ok: false, error: { code: 'not.found' } })
    const tool = entries.find((entry) => entry.tool)
    const args = JSON.stringify(tool?.tool?.arguments)
    const password = /·([0-9a-f]{8})›/.exec(args)?.[1] ?? ''
    expect(await value('transcript.reveal', { session: session(), entry: tool?.id, mask: password })).toEqual({
      text: told.password
    })
  })

  it('F1 are counted by a report, with the place of each, and found again there', async () => {
    const report = await value<SecretReport>('secrets.report', { session: session() })
    const counts = report.kinds.map(({ kind, places, different }) => [kind, places, different])
    expect(counts).toEqual([
      ['api key', 2, 1],
      ['password', 2, 1],
      ['token', 2, 1]
    ])
    for (const { entry, cursor } of report.places) {
      const page = await value<EntryPage>('transcript.page', { session: session(), from: cursor, direction: 'forward' })
      expect(page.entries.map(({ id }) => id)).toContain(entry)
    }
    // The same session again is not read again.
    const { parts } = service
    const reading = parts.readers.ask
    const asked: string[] = []
    Object.assign(parts.readers, {
      ask: (...input: Parameters<typeof reading>) => {
        asked.push(input[2])
        return reading(...input)
      }
    })
    expect(await value('secrets.report', { session: session() })).toEqual(report)
    Object.assign(parts.readers, { ask: reading })
    expect(asked).toEqual(['fingerprint'])
  })
})
