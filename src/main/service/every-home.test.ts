import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SessionSummary } from '@shared/domain/session'
import type { InputOf, OperationName, OutputOf } from '@shared/ipc/contract'
import { describe, expect, it } from 'vitest'
import { adapters } from './agents/registry'
import { inlineReaders } from './readers/inline-readers'
import { createService } from './service'

const fixtures = fileURLToPath(new URL('../../../e2e/fixtures/core/', import.meta.url))
const folders = (part: string) =>
  readdirSync(join(fixtures, part), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [join(part, entry.name)] : []
  )

/** Every home of the fixtures, whatever is wrong with it; for a3s its stores are given as roots. */
const homes: readonly { home: string; roots: readonly string[] }[] = [
  ...folders('.')
    .filter((name) => name.startsWith('tact') || name === 'gestura')
    .map((home) => ({ home, roots: [] })),
  ...folders('gestura-bad').map((home) => ({ home, roots: [] })),
  {
    home: 'a3s',
    roots: ['weather/.a3s/tui/sessions', ...folders('a3s/stores').map((path) => path.slice('a3s/'.length))]
  }
]

interface Asked {
  call<N extends OperationName>(op: N, input: InputOf<N>): Promise<OutputOf<N> | null>
  /** Requests that were answered as a bug of ours. */
  readonly bugs: string[]
}

/** Runs `look` on a service over a copy of a home, and tells what it met. */
async function lookingAt(
  home: string,
  roots: readonly string[],
  look: (asked: Asked) => Promise<void>
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-home-'))
  const copy = join(folder, 'home')
  cpSync(join(fixtures, home), copy, { recursive: true })
  const flags = roots.map((root) => ({ agent: 'a3s' as const, path: join(copy, root) }))
  const places = { home: copy, env: {}, platform: process.platform, cwd: copy, flags }
  const service = await createService({ home: join(folder, 'own'), adapters, look: places, readers: inlineReaders })
  const bugs: string[] = []
  const call: Asked['call'] = async (op, input) => {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    const answer = await service.dispatch(op, input, context)
    if (!answer.ok && answer.error.code === 'internal') bugs.push(`${op} ${JSON.stringify(input)}`)
    return answer.ok ? (answer.value as never) : null
  }
  await look({ call, bugs })
  await service.close()
  rmSync(folder, { recursive: true, force: true })
  return bugs
}

async function readSession({ call }: Asked, { source, id }: SessionSummary): Promise<void> {
  const session = { source, id }
  await call('sessions.get', { session })
  const page = await call('transcript.page', { session, from: 'end', direction: 'backward' })
  await call('transcript.page', { session, from: 'start', direction: 'forward', limit: 500 })
  await call('transcript.outline', { session })
  for (const entry of page?.entries.slice(0, 3) ?? []) await call('transcript.raw', { session, entry: entry.id })
  await call('transcript.account', { session })
  await call('tasks.list', { session })
  await call('config.show', { session })
  await call('findings.list', { session })
  const points = await call('checkpoints.list', { session })
  for (const point of points?.checkpoints.slice(0, 2) ?? [])
    await call('plan.make', { kind: 'restore', session, checkpoint: point.id })
}

describe('a service over every home of the fixtures', () => {
  it.each(homes)(
    '$home: everything is answered as the contract says',
    async ({ home, roots }) => {
      const bugs = await lookingAt(home, roots, async (asked) => {
        await asked.call('scan.run', {})
        const sources = (await asked.call('sources.list', {}))?.sources ?? []
        for (const { id } of sources) await asked.call('config.show', { source: id })
        const sessions =
          (await asked.call('sessions.page', { query: { children: true }, offset: 0, limit: 500 }))?.rows ?? []
        for (const session of sessions.slice(0, 60)) await readSession(asked, session)
        await asked.call('prompts.recent', {})
        await asked.call('doctor', {})
        const again = await asked.call('scan.run', {})
        expect(again?.parsed).toBe(0)
        expect(again?.sources).toBeGreaterThan(0)
      })
      expect(bugs).toEqual([])
    },
    60_000
  )
})
