import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ExpectedFailure } from '@shared/ipc/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureHome } from '../service/agents/gestura/testing/fixture-home'
import { adapters } from '../service/agents/registry'
import { inlineReaders } from '../service/readers/inline-readers'
import { createService, type Service } from '../service/service'
import type { CommandContext } from './command'
import { plannedUndo, undoPlan } from './undo-plan'

const twoTurns = 'fa767501-1b54-466b-9c6b-0727a648a8cc'
const afterFirst = 'f4306909-c8f2-4e45-abfa-993354203996'

describe('undoPlan', () => {
  let service: Service
  let own: string
  let operation: string

  const call: CommandContext['call'] = async (name, input) => {
    const context = { traceId: 't', signal: new AbortController().signal, progress: () => undefined }
    const envelope = await service.dispatch(name, input, context)
    if (!envelope.ok) throw new ExpectedFailure(envelope.error)
    return envelope.value as never
  }
  const stateOf = async () => (await call('operations.list', {})).operations.find(({ id }) => id === operation)?.state

  beforeEach(async () => {
    const home = fixtureHome('gestura')
    own = mkdtempSync(join(tmpdir(), 'reprise-undo-'))
    const look = { home, env: {}, platform: process.platform, cwd: home, flags: [] }
    service = await createService({ home: own, adapters, look, readers: inlineReaders })
    await call('scan.run', {})
    const source = (await call('sources.list', {})).sources[0]?.id ?? ''
    const request = { kind: 'restore', session: { source, id: twoTurns }, checkpoint: afterFirst } as const
    const { planId, digest, conflicts } = await call('plan.make', request)
    const choices = Object.fromEntries(
      conflicts.map(({ id, options }) => [id, options.find(({ value }) => value !== 'keep')?.value ?? 'keep'])
    )
    operation = (await call('plan.apply', { planId, digest, choices })).operationId
    loseTheEnd()
  })
  afterEach(async () => {
    await service.close()
    rmSync(own, { recursive: true, force: true })
  })

  /** As if the process had died just before the last line of the journal was whole. */
  function loseTheEnd(): void {
    const [name = ''] = readdirSync(join(own, 'journal')).filter((each) => each.endsWith('.jsonl'))
    const path = join(own, 'journal', name)
    writeFileSync(path, readFileSync(path).subarray(0, -20))
  }

  it('ends an operation that was interrupted before it plans to take it back', async () => {
    expect(await stateOf()).toBe('interrupted')
    expect((await undoPlan(call, operation)).operation).toBe(operation)
    expect(await stateOf()).toBe('done')
  })

  it('says how it is ended, and ends nothing, where the plan is only looked at', async () => {
    await expect(plannedUndo(call, operation)).rejects.toMatchObject({
      failure: { code: 'refused', advice: expect.stringContaining('reprise lease --take-over') }
    })
    expect(await stateOf()).toBe('interrupted')
  })
})
