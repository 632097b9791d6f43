import type { Finding } from '@shared/domain/finding'
import { ExpectedFailure } from '@shared/ipc/errors'
import type { SourceLocation } from '../../adapter'
import { adapter } from '../adapter'
import { readingAt } from './fixture-home'

export interface Browsed {
  readonly sessions: readonly string[]
  readonly findings: readonly Finding[]
  readonly plans: number
}

/** Uses every reading operation of the adapter on everything that it lists, as a person does who opens everything. */
export async function browseEverything(source: SourceLocation): Promise<Browsed> {
  const reading = readingAt()
  const { findings: health } = await adapter.health(source, reading)
  const findings = [...health]
  const sessions = new Set<string>()
  for await (const step of adapter.scan(source, { fingerprint: () => undefined }, reading)) {
    if (step.type !== 'unit') continue
    findings.push(...step.findings)
    for (const session of step.sessions) sessions.add(session.id)
    for (const checkpoint of step.checkpoints) if (checkpoint.sessionId !== null) sessions.add(checkpoint.sessionId)
  }
  let plans = 0
  for (const id of sessions) {
    findings.push(...(await openAll(source, id)))
    for (const list of await adapter.tasks(source, id, reading)) findings.push(...list.findings)
    for (const checkpoint of await adapter.checkpoints(source, id, reading)) {
      findings.push(...checkpoint.findings)
      plans += await orExpected(
        async () =>
          Number(
            (await adapter.write?.plan(
              source,
              { kind: 'restore', sessionId: id, checkpoint: checkpoint.id },
              reading
            )) !== undefined
          ),
        0
      )
    }
    for (const document of await adapter.config(source, id, reading)) findings.push(...document.findings)
  }
  await adapter.config(source, null, reading)
  await adapter.watch(source)
  return { sessions: [...sessions], findings, plans }
}

async function openAll(source: SourceLocation, id: string): Promise<readonly Finding[]> {
  await adapter.sessionFingerprint(source, id, readingAt())
  return orExpected(async () => {
    const opened = await adapter.open(source, id, readingAt())
    const { entries } = await opened.page({ from: 'end', direction: 'backward', limit: 50 })
    for (const entry of entries.slice(0, 5)) await opened.raw(entry.id)
    await opened.outline()
    const { accounting, findings } = await opened.account(new AbortController().signal, () => undefined)
    if (accounting.read !== accounting.shown + accounting.raw + accounting.unreadable)
      throw new Error('counts do not add up')
    opened.close()
    return findings
  }, [])
}

/** An expected failure is an answer; anything else is a bug. */
async function orExpected<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ExpectedFailure) return otherwise
    throw error
  }
}
