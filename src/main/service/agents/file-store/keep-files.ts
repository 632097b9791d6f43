import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../restore/plan-draft'
import type { Reading, SessionPart, SourceLocation } from '../adapter'
import { checkCopyable } from './largest-copy'
import { statOf } from './names-in'

const attempts = 5
const lineFeed = 0x0a

/**
 * Every file of a session, byte for byte, as the steps that put it back. Files are read again while one of them changes. Where the agent goes on
 * writing, logs are taken up to their last whole line: they are only ever appended to, so that is the session as it was a moment ago.
 */
export async function keepFiles(
  source: SourceLocation,
  partsNow: () => readonly SessionPart[],
  { signal }: Pick<Reading, 'signal'>
): Promise<readonly FileStepDraft[]> {
  for (let attempt = 1; ; attempt++) {
    const parts = partsNow()
    if (parts.length === 0) fail('session.gone', `There is nothing of this session in ${source.root} any more.`)
    checkCopyable(parts.map(({ path }) => path))
    const before = statesOf(parts)
    const steps = parts.flatMap((part, index) => keptStep(source, part, index))
    if (statesOf(partsNow()) === before) return steps
    if (attempt === attempts) return steps.map(upToWholeLine)
    signal.throwIfAborted()
    await pause(20 * attempt)
  }
}

export function stepId(index: number): string {
  return index === 0 ? 'session' : `part-${index + 1}`
}

/** None of a file that has gone meanwhile. */
function keptStep({ root }: SourceLocation, { path, what }: SessionPart, index: number): readonly FileStepDraft[] {
  const stat = statOf(path)
  if (stat === null) return []
  const mode = Number(stat.mode) & 0o777
  const content = readFileSync(path)
  return [{ id: stepId(index), what, path, approvedRoot: root, content, mode, because: 'as it was kept' }]
}

function upToWholeLine(step: FileStepDraft): FileStepDraft {
  const { content } = step
  if (content === null || !step.path.endsWith('.jsonl')) return step
  return { ...step, content: content.subarray(0, content.lastIndexOf(lineFeed) + 1) }
}

function statesOf(parts: readonly SessionPart[]): string {
  return parts
    .map(({ path }) => {
      const stat = statOf(path)
      return `${path} ${stat === null ? 'absent' : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`}`
    })
    .join('\n')
}
