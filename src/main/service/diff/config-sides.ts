import { recordedSettings } from './recorded-settings'
import { type ComparedDocument, configRecords, unknownMac } from './records/config-records'
import { type PairedRecord, pairNamed } from './records/record-rows'
import type { Side } from './side'

/** What was compared, and why something, or all, was not. */
export interface Outcome {
  readonly rows?: readonly PairedRecord[]
  readonly because?: string
}

/**
 * Compares the configuration of two sides. Masked values are compared by a keyed hash, whose key is made for one run of the service and never leaves
 * its memory; neither value nor hash is part of what comes out.
 */
export async function compareConfig(a: Side, b: Side, key: string, signal: AbortSignal): Promise<Outcome> {
  if (a.head.agent !== b.head.agent) return { because: 'they are sessions of different agents' }
  const hasCheckpoint = [a, b].some(({ kind }) => kind === 'agent')
  const isKept = [a, b].some(({ kind }) => kind === 'kept')
  if (hasCheckpoint && (isKept || a.source.adapter.checkpointConfig === undefined)) {
    const which = isKept ? 'the two hold' : 'a checkpoint holds'
    const because = `${which} what the session itself records, and no configuration of the agent`
    return { rows: await pairSettings(a, b, signal), because }
  }
  const form = (side: Side) => (!hasCheckpoint ? 'own' : side.kind === 'agent' ? 'checkpoint' : 'now')
  const ask = (side: Side) => side.ask('comparedConfig', { key, form: form(side) }, { signal })
  const [left, right, settings] = await Promise.all([ask(a), ask(b), hasCheckpoint ? [] : pairSettings(a, b, signal)])
  const [one, other] = isKept ? [common(left, right), common(right, left)] : [left, right]
  const isLeftOut = one.length < left.length || other.length < right.length
  const unknown = new Set(
    [...one, ...other].flatMap(({ entries }) => entries.filter(({ mac }) => mac === unknownMac)).map(({ key }) => key)
  )
  const records = (documents: readonly ComparedDocument[]) => configRecords(withoutKeys(documents, unknown))
  const because = isLeftOut
    ? { because: 'a kept copy holds what the session itself sets, and no configuration of the agent' }
    : {}
  return { rows: [...settings, ...pairNamed(records(one), records(other))], ...because }
}

/** What the sessions themselves record. Of a checkpoint or a copy, which need not hold all that the agent keeps of it, what both sides tell. */
async function pairSettings(a: Side, b: Side, signal: AbortSignal): Promise<readonly PairedRecord[]> {
  const [one, other] = await Promise.all([recordedSettings(a, signal), recordedSettings(b, signal)])
  const isPart = [a, b].some(({ kind }) => kind !== 'now')
  const told = (each: ComparedDocument, by: ComparedDocument) =>
    isPart
      ? { ...each, entries: each.entries.filter(({ key }) => by.entries.some((entry) => entry.key === key)) }
      : each
  return pairNamed(configRecords([told(one, other)]), configRecords([told(other, one)]))
}

/** A text that was not copied into a checkpoint says nothing of what it was, so it counts neither as the same nor as different. */
function withoutKeys(documents: readonly ComparedDocument[], keys: ReadonlySet<string>): ComparedDocument[] {
  return documents.map(({ name, entries }) => ({ name, entries: entries.filter(({ key }) => !keys.has(key)) }))
}

/** What was not kept is not gone: only documents that both sides hold are compared. */
function common(documents: readonly ComparedDocument[], others: readonly ComparedDocument[]): ComparedDocument[] {
  return documents.filter(({ name }) => others.some((other) => other.name === name))
}
