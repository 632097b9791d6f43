import type { Finding } from '@shared/domain/finding'
import type { ShapeProblem } from '../../../json/check-shape'
import { problemText } from '../sessions/session-findings'
import type { PayloadRefusal } from './judge-payload'

/** Checkpoints of all sessions lie in one folder. */
const mendedAnywhere =
  'The findings of any session of this folder offer to mend it or to set it aside; then gestura lists the others again.'

const codes: Readonly<Record<PayloadRefusal['error'], string>> = {
  Serde: 'gestura.checkpoint.payload',
  UnsupportedSchema: 'gestura.checkpoint.schema',
  InvalidInput: 'gestura.checkpoint.ids-differ'
}

export function refusedPayload(path: string, refusal: PayloadRefusal): Finding {
  return {
    code: codes[refusal.error],
    severity: 'problem',
    what: `gestura lists this checkpoint, but refuses to restore it: ${refusal.why}.`,
    where: path
  }
}

export function refusedCheckpointFile(path: string, problems: readonly ShapeProblem[]): Finding {
  return {
    code: 'gestura.checkpoint.refused',
    severity: 'problem',
    what: `gestura cannot read this checkpoint file, and lists none of its checkpoints while it is there: ${problemText(problems)}.`,
    where: path,
    still: 'Reprise shows all the others.',
    can: mendedAnywhere
  }
}

export function unreadableCheckpoint(path: string, reason: string): Finding {
  return {
    code: 'gestura.checkpoint.unreadable',
    severity: 'problem',
    what: `This checkpoint cannot be read: ${reason}. gestura lists none of its checkpoints while it is there.`,
    where: path,
    still: 'Reprise shows all the others.',
    can: mendedAnywhere
  }
}

export function checkpointOtherName(path: string, id: string): Finding {
  return {
    code: 'gestura.checkpoint.file-name',
    severity: 'notice',
    what: `The file has another name than the id in it (${id}): gestura lists it under that id, cannot restore or delete it by it, and stops pruning when it comes to this file.`,
    where: path,
    does: 'Reprise restores from the file, whatever its name.',
    can: 'The findings of any session of this folder offer to give it the right name.'
  }
}

export function checkpointWithoutSession(path: string): Finding {
  return {
    code: 'gestura.checkpoint.no-session',
    severity: 'notice',
    what: 'The checkpoint does not say which session it belongs to, so gestura shows it in none.',
    where: path,
    does: 'Reprise shows it with the session that its content is about.'
  }
}

export function checkpointOfOther(path: string, listedUnder: string, writes: string): Finding {
  return {
    code: 'gestura.checkpoint.other-session',
    severity: 'problem',
    what: `The checkpoint is listed under session ${listedUnder}, but restoring it writes session ${writes}.`,
    where: path
  }
}

export function checkpointIdUnfit(path: string, reason: string): Finding {
  return {
    code: 'gestura.checkpoint.session-id',
    severity: 'problem',
    what: `The session inside has an id that cannot name a file, ${reason}. gestura refuses it when it is applied, and so does Reprise.`,
    where: path
  }
}

export const hookSecret = 'gestura.checkpoint.hook-secret'

export function checkpointHookSecret(path: string, hooks: number): Finding {
  return {
    code: hookSecret,
    severity: 'notice',
    what: `${hooks === 1 ? 'One hook' : `${hooks} hooks`} in this checkpoint ${hooks === 1 ? 'has' : 'have'} arguments that look like a secret. gestura copies hooks into checkpoints as they are.`,
    where: path,
    does: 'Reprise shows none of it, and masks such arguments in checkpoints that it makes itself.',
    can: 'Take the secret out of the hook, exchange it, and delete the checkpoint.'
  }
}

export function checkpointFromFuture(path: string): Finding {
  return {
    code: 'gestura.checkpoint.future',
    severity: 'notice',
    what: 'The checkpoint carries a time in the future: a clock went back, or another machine made it. gestura prunes all others before it.',
    where: path
  }
}
