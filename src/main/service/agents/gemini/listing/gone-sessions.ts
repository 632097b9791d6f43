import { createHash } from 'node:crypto'
import { cutText } from '../../../catalog/cut-text'
import type { KnownUnits, ListedSession, ScanStep } from '../../adapter'
import { fingerprintOf, statOf } from '../../file-store/names-in'
import type { ProjectFolder, Workspaces } from '../files/project-folders'
import { groupsOfProject } from '../files/session-files'
import { logPath, promptsOfGone, type TypedPrompt } from '../files/typed-prompts'

const mostPrompts = 100
const longestPrompt = 2000
const longestPromptText = 4000
const longestTitle = 300

/** What a scan reports of the typed prompts of a project; null when there are none. */
export function scanTypedPrompts(project: ProjectFolder, workspaces: Workspaces, known: KnownUnits): ScanStep | null {
  const unit = logPath(project)
  const fingerprint = goneFingerprint(project)
  if (fingerprint === null) return null
  if (known.fingerprint(unit) === fingerprint) return { type: 'unchanged', unit }
  const workspace = workspaces.of(project)
  const sessions = [...promptsOfGone(project)].map(([id, prompts]) => goneSession(id, prompts, workspace))
  return { type: 'unit', unit, fingerprint, sessions, checkpoints: [], findings: [] }
}

/** Changes when prompts were typed, and when a transcript comes or goes. */
export function goneFingerprint(project: ProjectFolder): string | null {
  const stat = statOf(logPath(project))
  if (!stat?.isFile()) return null
  const names = groupsOfProject(project).flatMap(({ parent, named }) => (parent === undefined ? [named] : []))
  const digest = createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16)
  return `${fingerprintOf(stat)}|${digest}`
}

export function goneSession(id: string, typed: readonly TypedPrompt[], workspace: string | null): ListedSession {
  const prompts = typed
    .filter(({ text }) => !text.startsWith('/'))
    .map(({ at, text }) => ({ at: at ?? 0, text: cutText(text, longestPrompt) }))
  const times = typed.flatMap(({ at }) => (at === null ? [] : [at]))
  const [first] = prompts
  return {
    id,
    title: cutText((first?.text ?? '').replace(/\s+/g, ' ').trim() || 'No prompt yet', longestTitle),
    workspace,
    startedAt: times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b)),
    updatedAt: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    entries: null,
    resumable: false,
    findings: null,
    state: 'gone',
    promptText: prompts
      .map(({ text }) => text)
      .join('\n')
      .slice(0, longestPromptText),
    prompts: prompts.slice(-mostPrompts)
  }
}
