import type { AgentId } from '@shared/domain/agents'
import { isPlainPath } from '../../bundle/places'
import type { ScratchTree, TakenFile } from '../unpack/scratch-tree'
import { isBelow, type KnownRoot, knownRoots } from './known-roots'
import { peekFile } from './peek-file'
import { placeFile } from './place-file'

/** What a tree turned out to hold. */
export interface Recognised {
  readonly roots: readonly KnownRoot[]
  /** Names of files that no agent's format is recognised in. */
  readonly unrecognised: readonly string[]
}

/** Files beyond this many are not looked into one by one: what is an agent's folder is known by its names. */
const mostPeeked = 2000
/** What else lies beside a database of SQLite. */
const besides = ['-wal', '-shm', '-journal']

/** Finds the agents' own folders in a tree, and gives files that lie alone the place that they have in such a folder. */
export async function recognise(
  tree: ScratchTree,
  files: readonly TakenFile[],
  signal: AbortSignal
): Promise<Recognised> {
  const names = files.map(({ name }) => name)
  const found = knownRoots(names)
  const loose = files.filter(({ name }) => !found.some(({ folder }) => isBelow(name, folder)) && !isBeside(name, names))
  const placed = new Set<AgentId>()
  const unrecognised: string[] = []
  for (const [index, file] of loose.entries()) {
    signal.throwIfAborted()
    const agent = index < mostPeeked ? await placeLoose(tree, file, names) : null
    if (agent === null) unrecognised.push(file.name)
    else placed.add(agent)
  }
  const roots = [...found, ...[...placed].map((agent) => ({ agent, folder: looseFolder(agent) }))]
  return { roots, unrecognised }
}

/** Where files that came alone are laid out as their agent has them. */
function looseFolder(agent: AgentId): string {
  return `loose/${agent}`
}

async function placeLoose(tree: ScratchTree, file: TakenFile, names: readonly string[]): Promise<AgentId | null> {
  const own = file.name.split('/').at(-1) ?? file.name
  const placed = placeFile(await peekFile(tree.pathOf(file.name), own, file.bytes))
  // What a file says of itself becomes names of folders here, and may be anything.
  if (placed === null || !isPlainPath(placed.path)) return null
  const target = `${looseFolder(placed.agent)}/${placed.path}`
  if (!(await tree.move(file.name, target))) return null
  for (const end of besides) if (names.includes(file.name + end)) await tree.move(file.name + end, target + end)
  return placed.agent
}

function isBeside(name: string, names: readonly string[]): boolean {
  return besides.some((end) => name.endsWith(end) && names.includes(name.slice(0, -end.length)))
}
