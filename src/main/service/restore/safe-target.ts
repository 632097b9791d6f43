import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path'
import { fail } from '@shared/ipc/errors'
import { type Gateway, type NodeFacts, systemCode } from './gateway'

/** Folders that are never a target or an approved root themselves, and ours, which no restore may write into. */
export interface Grounds {
  readonly home: string
  readonly ownFolder: string
}

/** A target that may be written: where it really is, and which of its folders would have to be made, outermost first. */
export interface SafeTarget {
  readonly real: string
  readonly missingFolders: readonly { readonly path: string; readonly mode: number }[]
  /** null when nothing is there yet. */
  readonly node: NodeFacts | null
}

function refuse(path: string, because: string): never {
  fail('refused', `Reprise does not write to ${path}: ${because}.`, { data: { path, because } })
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === path
}

function checkSpelling(path: string, root: string, grounds: Grounds): void {
  for (const [name, value] of [
    ['path', path],
    ['root', root]
  ] as const) {
    if (value.includes('\0')) refuse(value, `its ${name} holds a NUL character`)
    if (resolve(value) !== value) refuse(value, `its ${name} is not a plain absolute path`)
  }
  if (root === parse(root).root) refuse(path, 'the approved folder is the root of the disk')
  if (root === resolve(grounds.home)) refuse(path, 'the approved folder is the whole home folder')
  if (!isInside(path, root)) refuse(path, `it lies outside the approved folder ${root}`)
  checkNotGit(path, path)
}

/** HEAD, the index and all else of a repository's own move by git alone, wherever the approved folder begins. */
function checkNotGit(path: string, where: string): void {
  if (where.split(sep).some((part) => part.toLowerCase() === '.git')) {
    refuse(path, 'it belongs to a git repository itself')
  }
}

/** The deepest folder on the way that exists, as it really is, and the names below it that do not exist yet. */
async function resolveFolder(
  gateway: Gateway,
  folder: string
): Promise<{ real: string; node: NodeFacts; missing: readonly string[] }> {
  const missing: string[] = []
  for (let at = folder; ; at = dirname(at)) {
    const there = await gateway.lookAt(at)
    if (there !== null) {
      const real = await gateway.realPath(at).catch((error) => {
        if (systemCode(error) === 'ENOENT') refuse(at, 'a symbolic link on its path leads nowhere')
        throw error
      })
      const node = await gateway.lookAt(real)
      if (node?.kind !== 'folder') refuse(at, 'a part of its path is no folder')
      return { real, node, missing }
    }
    if (dirname(at) === at) refuse(folder, 'no part of its path exists')
    missing.unshift(basename(at))
  }
}

/**
 * Decides whether a target may be written, and throws `refused` with the reason otherwise: outside its approved folder (also
 * through a symbolic link on the way), a link or anything but a file itself, on another disk than that folder, in `.git`, in
 * our own folder, or with a second name elsewhere that a replacement would part from it.
 */
export async function safeTarget(gateway: Gateway, path: string, root: string, grounds: Grounds): Promise<SafeTarget> {
  checkSpelling(path, root, grounds)
  const realRoot = await resolveFolder(gateway, root)
  const parent = await resolveFolder(gateway, dirname(path))
  const rootPath = join(realRoot.real, ...realRoot.missing)
  const folder = join(parent.real, ...parent.missing)
  if (folder !== rootPath && !isInside(folder, rootPath)) refuse(path, `a symbolic link leads out of ${root}`)
  const real = join(folder, basename(path))
  checkNotGit(path, real)
  await checkGrounds(gateway, path, rootPath, real, grounds)
  if (parent.node.device !== realRoot.node.device) refuse(path, 'it lies on another disk than its approved folder')
  const node = await gateway.lookAt(real)
  checkNode(path, node)
  return { real, missingFolders: foldersToMake(parent), node }
}

async function checkGrounds(
  gateway: Gateway,
  path: string,
  root: string,
  real: string,
  grounds: Grounds
): Promise<void> {
  const home = await gateway.realPath(grounds.home).catch(() => resolve(grounds.home))
  if (root === home || isInside(home, root)) refuse(path, 'the approved folder holds the whole home folder')
  const own = await gateway.realPath(grounds.ownFolder).catch(() => resolve(grounds.ownFolder))
  if (real === own || isInside(real, own)) refuse(path, "it lies in Reprise's own folder")
}

function checkNode(path: string, node: NodeFacts | null): void {
  if (node === null) return
  if (node.kind === 'link') refuse(path, 'it is a symbolic link')
  if (node.kind !== 'file') refuse(path, 'it is no file')
  if (node.links > 1) refuse(path, `the file has ${node.links} names (hard links), which a restore would part`)
  const me = process.getuid?.()
  if (me !== undefined && me !== 0 && node.uid !== me) refuse(path, 'it belongs to another account')
}

function foldersToMake(parent: {
  real: string
  node: NodeFacts
  missing: readonly string[]
}): SafeTarget['missingFolders'] {
  return parent.missing.map((_, index) => ({
    path: join(parent.real, ...parent.missing.slice(0, index + 1)),
    mode: parent.node.mode & 0o777
  }))
}
