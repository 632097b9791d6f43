import type { Finding } from '@shared/domain/finding'
import type { ListedSession, OpenedSession, Reading } from '../../adapter'
import { type LineFormat, LineSession } from '../../lines/line-session'
import type { RolloutFile } from '../files/rollout-files'
import { ForkedSession } from './forked-session'
import { readHistory } from './lineage'
import { rolloutFormat } from './rollout-format'

/** Opens a session with everything that its history begins with. */
export async function openRollout(
  root: string,
  file: RolloutFile,
  summary: ListedSession,
  /** What was noticed about the session beside its records. */
  noticed: readonly Finding[],
  reading: Reading
): Promise<OpenedSession> {
  const { parts, findings } = await readHistory(root, file, reading)
  const sessions = parts.map(({ path, until, meta }, index) => {
    const isOwn = index === parts.length - 1
    const from = meta?.forkedFrom ?? meta?.base?.thread ?? null
    return new RolloutSession(
      isOwn ? file.path : path,
      rolloutFormat({
        path,
        summary,
        findings: isOwn ? [...noticed, ...findings] : [],
        fork: from === null ? null : forkText(from, isOwn && findings.length > 0),
        ...(until === undefined ? {} : { until })
      })
    )
  })
  const own = sessions.pop()
  if (own === undefined) throw new RangeError('a history has no parts')
  return sessions.length === 0 ? own : new ForkedSession(own, sessions.reverse())
}

function forkText(from: string, isCut: boolean): string {
  return `Forked from @@${from}${isCut ? '. What came before is missing' : ''}`
}

/** Names the file that the person has, also where an unpacked copy of it is read. */
class RolloutSession extends LineSession {
  private readonly shownPath: string

  constructor(shownPath: string, format: LineFormat) {
    super(format)
    this.shownPath = shownPath
  }

  override get path(): string {
    return this.shownPath
  }
}
