import { relative, resolve, sep } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { CannotBringBack } from '@shared/domain/plan'
import type { ConflictDraft, FileStepDraft } from '../../restore/plan-draft'
import { type FileHash, fileHash } from './file-hash'
import type { GitObjects, TreeFile } from './git-objects'

/** A state of a working tree that an agent kept as a tree of git, and what is known of the changes since. */
export interface TreeState {
  readonly agent: AgentId
  readonly objects: GitObjects
  readonly files: readonly TreeFile[]
  /** What the paths of the tree are below; absolute. */
  readonly top: string
  /** Nothing is written outside of it: the working directory, or a part of the tree. */
  readonly root: string
  /** Absolute paths that the agent itself changed since, with the SHA-256 of what it left there; null where that is not recorded. */
  readonly changed: ReadonlyMap<string, string | null>
}

export interface TreePlan {
  readonly steps: readonly FileStepDraft[]
  readonly conflicts: readonly ConflictDraft[]
  readonly cannot: readonly CannotBringBack[]
}

interface Difference {
  readonly step: FileStepDraft
  readonly name: string
  /** `clean`: the agent's own work and nobody else's; `changed`: somebody wrote on since; `foreign`: the agent did not change it. */
  readonly by: 'clean' | 'changed' | 'foreign'
}

/**
 * The files of a working directory as they were in a tree. What the agent changed goes back; what it did not change itself, and what was changed
 * after it, stays unless the person says otherwise. A file that is not in the tree goes only where the agent made it: not captured is not absent.
 */
export async function restoreTree(state: TreeState): Promise<TreePlan> {
  const cannot: CannotBringBack[] = []
  const found: Difference[] = []
  const inTree = new Set<string>()
  for (const file of state.files) {
    const path = resolve(state.top, file.path)
    inTree.add(path)
    if (!isInside(path, state.root)) continue
    const difference = await differenceOf(state, file, path, found.length)
    if (typeof difference === 'string') cannot.push({ what: file.path, because: difference })
    else if (difference !== null) found.push(difference)
  }
  for (const path of state.changed.keys()) {
    const now = inTree.has(path) ? null : fileHash(path)
    if (now === null) continue
    if (isInside(path, state.root)) found.push(madeSince(state, path, now, found.length))
    else cannot.push({ what: path, because: `it lies outside of ${state.root}, where Reprise writes nothing` })
  }
  return {
    steps: found.map(({ step }) => step),
    conflicts: [...found.filter(({ by }) => by === 'changed').map(askAboutOne), ...askAboutOthers(state, found)],
    cannot
  }
}

async function differenceOf(
  state: TreeState,
  file: TreeFile,
  path: string,
  index: number
): Promise<Difference | string | null> {
  const now = fileHash(path)
  if (now?.blob === file.oid) return null
  if (file.mode !== 0o100644 && file.mode !== 0o100755) {
    return 'it was a link or a repository of its own then, which Reprise does not write'
  }
  const content = await state.objects.blob(file.oid)
  if (content === null) return 'its content is not in the repository any more, so what it held then is not known'
  const mode = file.mode & 0o777
  return {
    step: { ...stepAt(state, path, index), content, mode, because: now === null ? 'it is gone now' : 'as it was then' },
    name: file.path,
    by: byWhom(state, path, now)
  }
}

function madeSince(state: TreeState, path: string, now: FileHash, index: number): Difference {
  const because = `${agentNames[state.agent]} made it since then`
  const step = { ...stepAt(state, path, index), content: null, mode: 0o644, because }
  return { step, name: relative(state.top, path), by: byWhom(state, path, now) }
}

function stepAt({ root }: TreeState, path: string, index: number) {
  return { id: `file-${index + 1}`, what: 'file', path, approvedRoot: root } as const
}

function byWhom({ changed }: TreeState, path: string, now: FileHash | null): Difference['by'] {
  if (!changed.has(path)) return 'foreign'
  return now === null || changed.get(path) === now.sha256 ? 'clean' : 'changed'
}

/** Whether somebody's newer work in a file gives way. */
export function askAboutOne({ step, name }: Pick<Difference, 'step' | 'name'>): ConflictDraft {
  const replace = step.content === null ? 'Set it aside' : 'Put the earlier one in its place'
  return {
    id: step.id,
    code: 'file.changed',
    what: `${name} was changed since the agent last wrote it, or in a way that its records do not tell.`,
    step: step.id,
    options: [
      { value: 'keep', label: 'Keep it as it is', effect: 'This file is left alone.' },
      { value: 'replace', label: replace, effect: 'What it holds now goes into the vault.' }
    ],
    default: 'keep',
    leavesOut: { keep: [step.id], replace: [] }
  }
}

/** One question for all: there may be thousands after a change of the branch. */
function askAboutOthers({ agent }: TreeState, found: readonly Difference[]): readonly ConflictDraft[] {
  const others = found.filter(({ by }) => by === 'foreign')
  if (others.length === 0) return []
  const names = others.slice(0, 3).map(({ name }) => name)
  const many = `${others.length} ${others.length === 1 ? 'file differs' : 'files differ'}`
  return [
    {
      id: 'others',
      code: 'files.others',
      what: `${many} from then although ${agentNames[agent]} did not change ${others.length === 1 ? 'it' : 'them'}: ${names.join(', ')}${others.length > names.length ? ', …' : ''}.`,
      step: null,
      options: [
        { value: 'keep', label: 'Keep them as they are', effect: 'Only what the agent changed goes back.' },
        { value: 'replace', label: 'Put them back too', effect: 'What they hold now goes into the vault.' }
      ],
      default: 'keep',
      leavesOut: { keep: others.map(({ step }) => step.id), replace: [] }
    }
  ]
}

/** Whether an absolute path is one below a folder. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === path
}
