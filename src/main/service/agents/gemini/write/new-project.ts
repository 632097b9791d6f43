import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fail } from '@shared/ipc/errors'
import type { FileStepDraft } from '../../../restore/plan-draft'
import { namesIn } from '../../file-store/names-in'
import { newWorkspace } from '../../file-store/new-workspace'
import { type ProjectFolder, projectFolders, Workspaces } from '../files/project-folders'
import type { GeminiPlaces } from '../places'

/** A project that a session goes to, with what has to be written so that Gemini CLI knows it. */
export interface KnownProject {
  readonly project: ProjectFolder
  readonly workspace: string
  readonly steps: readonly FileStepDraft[]
}

const marker = '.project_root'
const mostNames = 1000

/**
 * The project of a working directory. Where Gemini CLI has none yet, the folder that it would make when it is started there: a short name of the
 * directory's own, and a file in it that says whose it is. By that file Gemini CLI finds it again and then enters it into its list itself.
 */
export function projectFor(places: GeminiPlaces, folder: string): KnownProject {
  const workspace = newWorkspace(folder)
  const workspaces = new Workspaces(places)
  const known = projectFolders(places).find((each) => [workspace, folder].includes(workspaces.of(each) ?? ''))
  if (known !== undefined) return { project: known, workspace, steps: [] }
  const name = freeName(places, workspaces, workspace)
  const project = { name, path: join(places.tmp, name) }
  const step: FileStepDraft = {
    ...{ id: 'project', what: 'session', path: join(project.path, marker), approvedRoot: places.root, mode: 0o644 },
    content: Buffer.from(workspace),
    because: `Gemini CLI then knows ${workspace}`
  }
  return { project, workspace, steps: [step] }
}

/** A name that neither the list of projects nor a folder of one has. */
function freeName(places: GeminiPlaces, workspaces: Workspaces, workspace: string): string {
  const short =
    basename(workspace)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'project'
  const taken = new Set(namesIn(places.tmp).map(({ name }) => name))
  for (let number = 0; number < mostNames; number += 1) {
    const name = number === 0 ? short : `${short}-${number}`
    if (taken.has(name) || workspaces.isListed(name) || existsSync(join(places.history, name))) continue
    return name
  }
  return fail('refused', `No name is free for a project of ${workspace}.`)
}
