import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { StoreProblem } from './store/answer'
import { leaseFile, sessionsFolder, walFile } from './store/layout'
import { isDamage } from './store/opening'
import type { StoreState } from './store/store-state'

const named = 10

/** What a store's state means to a person (format 8). Nothing of it is touched. */
export function stateFindings(root: string, state: StoreState): readonly Finding[] {
  return [...logFindings(root, state), ...leaseFindings(root, state), ...fileFindings(root, state)]
}

function logFindings(root: string, { opening, recovering, quarantined }: StoreState): readonly Finding[] {
  const where = walFile(root)
  if (!opening.ok) return [closedLog(where, opening, recovering.ok && recovering.value.quarantines)]
  const { added, leftOpen, nextSaveBreaksLog } = opening.value
  const notes: readonly (readonly [number, string, string, string])[] = [
    [
      added.length,
      'unsealed',
      'save is complete but not marked so in the log; a3s does that when it opens the store',
      'saves are complete but not marked so in the log; a3s does that when it opens the store'
    ],
    [
      leftOpen.length,
      'open-intents',
      'save was begun in the log and never finished; its session is as it was before',
      'saves were begun in the log and never finished; their sessions are as they were before'
    ],
    [quarantined.length, 'quarantined', 'log was set aside after a conflict', 'logs were set aside after a conflict']
  ]
  const findings = notes
    .filter(([count]) => count > 0)
    .map(([count, code, one, many]) => logInfo(where, code, `${count} ${count === 1 ? one : many}`))
  return nextSaveBreaksLog ? [...findings, unterminated(where)] : findings
}

function closedLog(where: string, problem: StoreProblem, repairs: boolean): Finding {
  const { kind, error } = problem
  const said = {
    code: `a3s.log.${kind}`,
    severity: 'problem',
    what: `a3s does not open this store: ${error}.`,
    where
  } as const
  if (!isDamage(problem)) return { ...said, ...notDamaged(kind) }
  return {
    ...said,
    still: 'All session files can be read; none of them depends on the log.',
    does: 'Reprise leaves the log as it is until you have it mended.',
    can: `The log can be mended with the findings of any session of the store, and brought back.${
      repairs ? ' An interactive a3s sets it aside when it opens the store; its command line does not.' : ''
    }`
  }
}

/** Another a3s, or this one with its key, opens the store as it is. */
function notDamaged(kind: StoreProblem['kind']): Pick<Finding, 'does' | 'can'> {
  const does = 'Reprise leaves the log as it is: this is no damage.'
  if (kind === 'io') return { does, can: 'Look whether the file can be read, and by whom.' }
  const isNewer = kind === 'wal-entry-newer' || kind === 'schema-version'
  return {
    does,
    can: isNewer
      ? 'A newer a3s wrote it: open the store with that one, and look for a newer Reprise.'
      : 'Give Reprise the key of the store to see more of it.'
  }
}

function unterminated(where: string): Finding {
  return {
    code: 'a3s.log.unterminated',
    severity: 'notice',
    what: 'The last line of the log lacks its line feed: after the next save a3s would not open this store any more.',
    where
  }
}

function logInfo(where: string, code: string, what: string): Finding {
  return { code: `a3s.log.${code}`, severity: 'info', what: `${what}.`, where }
}

function leaseFindings(root: string, { lease }: StoreState): readonly Finding[] {
  const where = leaseFile(root)
  if (!lease.ok) {
    const sealed = lease.kind === 'sealed-without-key'
    const what = sealed
      ? 'The writer lease of this store is encrypted and no key was given.'
      : `The writer lease of this store cannot be read: ${lease.error}. Until that is put right nothing can save into it.`
    return [{ code: 'a3s.lease.unreadable', severity: sealed ? 'notice' : 'problem', what, where }]
  }
  if (lease.value === null) return []
  const { holderId, epoch } = lease.value
  return [
    {
      code: 'a3s.lease.held',
      severity: 'info',
      what: `${holderId} holds the right to write into this store (epoch ${epoch}). It has no end: whoever takes it over shuts the holder out.`,
      where
    }
  ]
}

function fileFindings(root: string, { strangeNames, temporaryFiles }: StoreState): readonly Finding[] {
  const folder = sessionsFolder(root)
  const strange = strangeNames.slice(0, named).map(
    (name): Finding => ({
      code: 'a3s.name.not-a-session',
      severity: 'notice',
      what: 'This name in the session folder is no session name; a3s does not list it.',
      where: join(folder, name)
    })
  )
  const left = temporaryFiles.slice(0, named).map(
    (name): Finding => ({
      code: 'a3s.name.temporary',
      severity: 'info',
      what: 'This is a left-over of a save that did not end; a3s never reads it.',
      where: join(folder, name)
    })
  )
  const more = strangeNames.length + temporaryFiles.length - strange.length - left.length
  if (more === 0) return [...strange, ...left]
  return [
    ...strange,
    ...left,
    { code: 'a3s.name.more', severity: 'info', what: `There are ${more} more names like these.`, where: folder }
  ]
}
