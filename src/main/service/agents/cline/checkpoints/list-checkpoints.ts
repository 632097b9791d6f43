import type { Checkpoint } from '@shared/domain/checkpoint'
import type { Finding } from '@shared/domain/finding'
import { cutText } from '../../../catalog/cut-text'
import { type CheckpointRef, readFacts } from '../files/session-facts'
import type { SessionFile } from '../files/session-files'
import { listSession } from '../listing/list-session'

/** The commits that Cline made before prompts, newest first. They lie in the repository that it worked in, which is not looked at. */
export function listCheckpoints(file: SessionFile): readonly Checkpoint[] {
  if (file.parent !== undefined) return []
  const { checkpoints } = readFacts(file)
  if (checkpoints.length === 0) return []
  const prompts = listSession(file).prompts ?? []
  return checkpoints.map((each) => checkpointOf(each, prompts)).reverse()
}

export function checkpointId({ ref, run }: CheckpointRef): string {
  return `${run ?? 0}-${ref}`
}

function checkpointOf(point: CheckpointRef, prompts: readonly { text: string }[]): Checkpoint {
  const { ref, at, run, kind } = point
  const prompt = run === null ? undefined : prompts[run - 1]?.text
  return {
    id: checkpointId(point),
    label: prompt === undefined ? null : cutText(prompt.replace(/\s+/g, ' ').trim(), 200),
    at,
    origin: 'agent',
    holds: { files: null, kind: kind === 'stash' ? 'commit with changed files' : 'commit of a clean tree' },
    valid: true,
    restorable: true,
    findings: [whereItLies(ref)]
  }
}

function whereItLies(ref: string): Finding {
  return {
    code: 'cline.checkpoint.repository',
    severity: 'info',
    what: `It is the commit ${ref.slice(0, 12)} in the repository of the working directory. Reprise has not looked whether it is still there.`
  }
}
