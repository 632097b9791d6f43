import { join } from 'node:path'
import type { Finding } from '@shared/domain/finding'
import type { ResumeReason } from '@shared/domain/resume'
import type { Reading } from '../../adapter'
import type { ResumePart, ResumeTarget } from '../../resume-part'
import { note, realFolder, stops, unsure } from '../../resume-reasons'
import { isUsualPlace } from '../../usual-place'
import { databaseState } from '../database/database-state'
import { withDatabase } from '../database/with-database'
import { asObject } from '../json-access'
import { resumeCommand } from '../resume-command'
import { readState } from '../sessions/read-state'
import { judgeResume } from '../sessions/resumability'
import { readSessionRow } from '../sessions/session-row'
import { storePaths } from '../store-paths'
import { judgeRelease } from './judge-release'
import { toolDifferences } from './tool-differences'

/** `tact --resume <id>` with the folder and, for a store of its own, the configuration (format: "Resuming from the command line"). */
export const resume: ResumePart = {
  program: 'tact',
  minimum: { version: '0.4.0', flags: ['--config', '--workspace', '--resume'] },
  line(target) {
    const { source, session } = target
    const { command, cwd } = resumeCommand(source, session.id, session.workspace ?? '')
    const words = command.slice(1)
    const usual = isUsualPlace(target, '.tact') && storePaths(source).config === join(source.root, 'config.toml')
    const without = [...(usual ? ['--config'] : []), ...(session.workspace ? [] : ['--workspace'])]
    return {
      argv: words.filter((word, index) => !without.includes(word) && !without.includes(words[index - 1] ?? '')),
      cwd: cwd === '' ? null : cwd,
      env: {},
      // A command line that names the session and an environment that names one as well would be two.
      unset: ['TACT_RESUME', 'TACT_WORKSPACE', ...(usual ? ['TACT_CONFIG', 'TACT_HOME'] : ['TACT_CONFIG'])]
    }
  },
  check,
  judge: (version, { session }, found) => judgeRelease(version, session, found)
}

async function check({ source, session }: ResumeTarget, reading: Reading): Promise<readonly ResumeReason[]> {
  const { database } = storePaths(source)
  const health = await databaseState(database, reading)
  if (health.state !== 'readable') {
    const what = health.findings[0]?.what ?? 'The database of the sessions cannot be read.'
    return [
      session.layout === 'legacy' || health.state === 'missing' ? stops('tact.store', what) : unsure('tact.store', what)
    ]
  }
  const judged = await withDatabase(database, reading, (open) => {
    const row = readSessionRow(open, session.id)
    const state = readState(open, session.id)
    return row === null && state === null
      ? null
      : { verdict: judgeResume(open, session.id, row?.model ?? null), state, row }
  })
  if (judged === null) return [stops('tact.layout', 'The session lies in a layout that tact of today does not read.')]
  const { verdict, state, row } = judged
  const tools = asObject(state?.prefix[0]).tools
  return [
    ...verdict.findings.map(reasonOf),
    ...folderReasons(state?.workspace ?? null, session.workspace),
    ...(await toolDifferences(
      source,
      tools === undefined ? null : JSON.stringify(tools),
      row?.applicationVersion ?? null
    ))
  ]
}

/** What a resume would stumble over; the release that is installed decides about models and tools later. */
function reasonOf({ code, severity, what, can }: Finding): ResumeReason {
  const isStop = severity === 'problem' || code === 'tact.state.missing'
  return isStop ? stops(code, what, can) : note(code, what, can)
}

/** tact compares the path in the state with where the folder really is, and with the one that it is started for. */
function folderReasons(made: string | null, asked: string | null): readonly ResumeReason[] {
  if (made === null) return []
  const refuses = (what: string) => [
    stops(
      'directory.moved',
      `${what} tact takes a session up only in the folder it was made in.`,
      'Move the folder back there.'
    )
  ]
  if (asked !== null && asked !== made)
    return refuses(`The session was made in ${made}, and ${asked} is another folder.`)
  const real = realFolder(made)
  return real === null || real === made ? [] : refuses(`${made} now leads to ${real}.`)
}
