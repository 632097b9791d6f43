import { createHmac } from 'node:crypto'
import { fail } from '@shared/ipc/errors'
import type { AnswerContext } from '../readers/answerers'
import type { Questions } from '../readers/questions'
import type { RawConfigDocument } from '../redaction/config-rules'
import { maskConfig } from '../redaction/mask-config'
import { type ComparedDocument, unknownMac } from './records/config-records'

/** What stands in a checkpoint of ours for a text that was not copied into it. */
const unknownText = '<masked>'

type Context = Pick<AnswerContext, 'adapter' | 'location' | 'session' | 'checkpoint' | 'reading'>

/** A configuration after masking; each masked value has a keyed hash, so that two can be compared without either being known. */
export async function comparedConfig(
  context: Context,
  { key, form }: Questions['comparedConfig']['input']
): Promise<readonly ComparedDocument[]> {
  const documents = (await read(context, form)).filter(({ present }) => present)
  return documents.map((document) => {
    const macs = new Map<number, string>()
    const { name, entries } = maskConfig(document, context.adapter.configRules, (entry, path, value) => {
      // With the place: a key that is masked, too, makes no two values of different keys the same.
      macs.set(
        entry,
        value === unknownText
          ? unknownMac
          : createHmac('sha256', key)
              .update(JSON.stringify([path, spelled(value)]))
              .digest('hex')
      )
    })
    return {
      name,
      entries: entries.map((entry, at) => ({ ...entry, ...(macs.has(at) && { mac: macs.get(at) ?? '' }) }))
    }
  })
}

async function read(
  { adapter, location, session, checkpoint, reading }: Context,
  form: Questions['comparedConfig']['input']['form']
): Promise<readonly RawConfigDocument[]> {
  if (form === 'own') return adapter.config(location, session, reading)
  if (adapter.checkpointConfig === undefined)
    return fail('refused', `Checkpoints of ${adapter.agent} hold no configuration.`)
  return adapter.checkpointConfig(location, session ?? '', form === 'now' ? null : (checkpoint ?? null), reading)
}

function spelled(value: unknown): string {
  if (typeof value === 'bigint') return `bigint ${value}`
  return value instanceof Date ? `date ${value.getTime()}` : `${typeof value} ${JSON.stringify(value)}`
}
