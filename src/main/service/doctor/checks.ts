import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { agentNames } from '@shared/domain/agents'
import type { Operation } from '@shared/domain/operation'
import type { Settings } from '@shared/domain/settings'
import type { Source } from '@shared/domain/source'
import type { OutputOf } from '@shared/ipc/contract'
import type { OwnFolder } from '../own-folder'
import type { VaultView } from '../restore/keeper'
import type { SettingsFile } from '../settings/settings-file'
import type { LibraryState } from '../store/open-library'

export type Check = OutputOf<'doctor'>['checks'][number]

/** Whether what lies in our folder can be seen by others on this machine. */
export function checkOwnFolder({ root, library, settings }: OwnFolder): Check {
  const open = [root, library, settings].filter((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    return process.platform !== 'win32' && found !== undefined && (found.mode & 0o077) !== 0
  })
  if (open.length === 0) return { name: 'own folder', state: 'ok', detail: root }
  return {
    name: 'own folder',
    state: 'problem',
    detail: `Others on this machine can read ${open.join(', ')}.`,
    advice: `Run: chmod -R go= '${root}'`
  }
}

export function checkLibrary({ state, schema, message }: LibraryState, inMemory: boolean): Check {
  const detail = message ?? (inMemory ? 'Kept in memory for this command.' : `Schema ${schema}.`)
  if (state === 'newer') return { name: 'library', state: 'problem', detail, advice: 'Update Reprise.' }
  return { name: 'library', state: state === 'ok' ? 'ok' : 'notice', detail }
}

export function checkSettings({ finding }: SettingsFile, path: string): Check {
  if (!finding) return setAside(path) ?? { name: 'settings', state: 'ok', detail: path }
  const { what, where, does, can } = finding
  const detail = [what, where, does].filter(Boolean).join(' ')
  return { name: 'settings', state: 'problem', detail, ...(can && { advice: can }) }
}

/** Settings that an earlier start could not read and kept beside: they stay to be told of until somebody has looked. */
function setAside(path: string): Check | null {
  const beginning = `${basename(path)}.damaged-`
  const aside = readdirSync(dirname(path)).filter((name) => name.startsWith(beginning))
  const newest = aside.sort().at(-1)
  if (newest === undefined) return null
  return {
    name: 'settings',
    state: 'notice',
    detail: `${path}. Earlier ones could not be read and were kept as ${join(dirname(path), newest)}.`,
    advice: 'Correct that file and put it back, or set what you need again; then remove it.'
  }
}

/** Which copies the vault can no longer give back whole, by the names of what is in there, and what to do. */
export function checkVault({ copies, damaged }: Pick<VaultView, 'copies' | 'damaged'>, folder: string): Check {
  const name = 'vault'
  const broken = copies.filter(({ missing }) => missing > 0)
  if (broken.length + damaged.length === 0) return { name, state: 'ok', detail: `${copies.length} copies.` }
  const named = broken.slice(0, 5).map(({ title, id }) => `“${title}” (${id})`)
  const rest = broken.length > named.length ? ` and ${broken.length - named.length} more` : ''
  const lost =
    broken.length === 0
      ? []
      : [`${broken.length} of ${copies.length} copies cannot be brought back whole: ${named.join(', ')}${rest}.`]
  const unread = damaged.length === 0 ? [] : [`${damaged.length} cannot be read: ${damaged.slice(0, 5).join(', ')}.`]
  return { name, state: 'problem', detail: [...lost, ...unread].join(' '), advice: adviceOf(folder) }
}

function adviceOf(folder: string): string {
  return `Files are gone from ${folder}. Put them back from a backup of yours, if there is one; no other copy is affected. Keep sessions anew with \`reprise capture\`. \`reprise vault check\` reads every copy.`
}

/** Whether sessions that their agents are about to remove are kept. */
export function checkLeaving(
  leaving: number,
  bytes: number,
  { keepLeaving, keepLeavingBytes }: Pick<Settings, 'keepLeaving' | 'keepLeavingBytes'>
): Check {
  const name = 'leaving soon'
  const detail = `${leaving} sessions leave within a week; copies of such sessions take ${bytes} of ${keepLeavingBytes} bytes.`
  if (leaving === 0) return { name, state: 'ok', detail }
  if (!keepLeaving) {
    const advice = 'Turn on keepLeaving in the settings, or keep them one by one with `reprise capture`.'
    return { name, state: 'notice', detail: `${leaving} sessions leave within a week and are not kept.`, advice }
  }
  if (bytes < keepLeavingBytes) return { name, state: 'ok', detail }
  const advice = 'Raise keepLeavingBytes in the settings.'
  return { name, state: 'notice', detail: `${detail} No more are kept.`, advice }
}

/** What was changed so far, and what of it waits for an end. */
export function checkOperations(operations: readonly Operation[], vaultBytes: number): Check {
  const open = operations.filter(({ state }) => state === 'running' || state === 'interrupted')
  const detail = `${operations.length} operations, ${vaultBytes} bytes of safety copies.`
  if (open.length === 0) return { name: 'operations', state: 'ok', detail }
  return {
    name: 'operations',
    state: 'problem',
    detail: `${detail} ${open.length} of them did not come to an end.`,
    advice: 'Start Reprise, or run `reprise lease --take-over`: it finishes them or puts back what was there.'
  }
}

const words: Readonly<Record<Source['state'], string>> = {
  ok: 'readable',
  partial: 'partly readable',
  missing: 'not there',
  locked: 'locked by another program',
  newer: 'written by a later version than Reprise knows',
  older: 'of an older layout',
  unreadable: 'not readable'
}

export function checkSource(source: Source): Check {
  const problems = source.findings.filter((finding) => finding.severity === 'problem')
  const scanned =
    source.scannedAt === null
      ? 'not yet scanned'
      : `${source.sessions} ${source.sessions === 1 ? 'session' : 'sessions'}`
  const state =
    source.state === 'ok' && problems.length === 0
      ? 'ok'
      : source.state === 'ok' || source.state === 'older'
        ? 'notice'
        : 'problem'
  const first = problems[0] ?? source.findings[0]
  return {
    name: `${agentNames[source.agent]} in ${source.root}`,
    state,
    detail: [`${words[source.state]}, ${scanned}.`, ...(state === 'ok' || !first ? [] : [first.what])].join(' '),
    ...(state !== 'ok' && first?.can && { advice: first.can })
  }
}
