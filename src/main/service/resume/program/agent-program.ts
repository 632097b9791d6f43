import { join } from 'node:path'
import type { AgentId } from '@shared/domain/agents'
import { agentNames } from '@shared/domain/agents'
import type { ResumeReason } from '@shared/domain/resume'
import type { ResumePart } from '../../agents/resume-part'
import { stops, unsure } from '../../agents/resume-reasons'
import { baseEnvironment } from './base-environment'
import { findProgram, isProgram } from './find-program'
import type { LoginPath, SearchPath, Surroundings } from './login-path'
import type { ProgramVersions } from './program-version'

export interface FoundProgram {
  /** null where it was not found. */
  readonly path: string | null
  /** Whether a person's shell finds it by its bare name. */
  readonly isOnPath: boolean
  readonly version: string | null
  readonly reasons: readonly ResumeReason[]
}

export interface ProgramWorld {
  readonly around: Surroundings
  readonly loginPath: LoginPath
  readonly versions: ProgramVersions
  /** Where the person said that the program is. */
  readonly named: string | undefined
}

/** The program of an agent along the login shell's PATH, and its version. A PATH that could not be asked for is not a missing program (cases: B10). */
export async function findAgentProgram(
  agent: AgentId,
  { program, installedAt = [] }: Pick<ResumePart, 'program' | 'installedAt'>,
  world: ProgramWorld
): Promise<FoundProgram> {
  const { around, loginPath, versions, named } = world
  const name = agentNames[agent]
  const search = await loginPath.get()
  if (named !== undefined && !isProgram(named, around.platform)) {
    return missing(
      stops(
        'program.named',
        `There is no program at ${named}, which the settings name for ${name}.`,
        'Choose it again.'
      )
    )
  }
  const onPath = findProgram(program, search.folders, around.platform, around.env.PATHEXT)
  const installed = installedAt.map((place) => join(around.home, ...place.split('/')))
  const path = named ?? onPath ?? installed.find((place) => isProgram(place, around.platform)) ?? null
  if (path === null) return missing(notFound(name, program, search))
  const asked = await versions.of(path, environmentWith(search, around), around.home)
  return {
    path,
    isOnPath: path === onPath,
    version: asked.version,
    reasons:
      asked.version === null
        ? [
            unsure(
              'program.version',
              `${name} was found (${path}), and its version could not be asked: ${asked.problem}.`
            )
          ]
        : []
  }
}

/** What programs of the person are started with: as from a shell of theirs. */
export function environmentWith(
  { folders }: SearchPath,
  { env, home, platform }: Surroundings
): Record<string, string> {
  return { ...baseEnvironment(env, home), PATH: folders.join(platform === 'win32' ? ';' : ':') }
}

function notFound(name: string, program: string, { from, problem }: SearchPath): ResumeReason {
  const advice = `Install ${name}, or name its program in the settings.`
  if (from === 'login')
    return stops('program.missing', `There is no ${program} on the PATH of the login shell.`, advice)
  const why = `${program} was not found, and the PATH of the login shell is not known: ${problem}.`
  return unsure('program.unknown', why, `Name the program of ${name} in the settings.`)
}

function missing(reason: ResumeReason): FoundProgram {
  return { path: null, isOnPath: true, version: null, reasons: [reason] }
}
