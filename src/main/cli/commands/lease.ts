import type { LeaseView } from '@shared/domain/lease'
import type { Command } from '../command'
import { exit } from '../exit-code'
import { numberOption } from '../number-option'
import { age } from '../output/age'
import type { Output } from '../output/output'
import { plainText } from '../output/plain-text'
import { UsageError } from '../usage-error'

export const lease: Command = {
  name: 'lease',
  takes: '',
  summary: 'who is writing right now; --take-over stops it and ends what it had begun',
  options: { 'take-over': { type: 'boolean' }, epoch: { type: 'string' } },
  positionals: 0,
  async run({ call, json, out, values, now }) {
    const asked = numberOption(values, 'epoch')
    if (asked !== undefined && values['take-over'] !== true)
      throw new UsageError('--epoch goes with --take-over: it says which holder is shut out.')
    const before = await call('lease.state', {})
    if (values['take-over'] !== true) {
      if (json) out.json(before)
      else writeLease(before, out, now())
      return exit.done
    }
    const after = await call('lease.takeOver', { epoch: asked ?? before.epoch })
    if (json) out.json(after)
    else writeTakeover(before, after, out)
    return exit.done
  }
}

function writeLease({ state, holder, epoch, since }: LeaseView, out: Output, now: number): void {
  if (state === 'free') {
    out.line('Nobody is writing.')
    return
  }
  out.line(`${plainText(holder ?? '')} is writing, for ${since === null ? 'some time' : age(since, now)}.`)
  out.line('Until it is done, every other Reprise only reads.')
  out.line()
  out.line('To stop it, and finish or put back what it has begun:')
  out.line(`  reprise lease --take-over --epoch ${epoch}`)
}

function writeTakeover(before: LeaseView, after: LeaseView, out: Output): void {
  if (after.epoch === before.epoch) {
    out.line('Nobody is writing, so there was nothing to take over.')
    return
  }
  if (before.holder !== null) out.line(`${plainText(before.holder)} may no longer write.`)
  out.line('What had been begun was finished or put back:')
  out.line('  reprise operations')
}
