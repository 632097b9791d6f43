import { readFile, stat } from 'node:fs/promises'
import { BundleManifest, bundleFormat, bundleVersion, manifestName } from '@shared/domain/bundle'
import { fail } from '@shared/ipc/errors'
import { isPlainPath } from '../bundle/places'
import { shown } from './unpack/safe-name'
import type { ScratchTree, TakenFile } from './unpack/scratch-tree'

const largestManifest = 64 * 1024 * 1024
const deepest = 32

/**
 * The manifest of a bundle, checked against everything that was unpacked with it; null where the archive is no bundle. Throws `refused` where it is
 * one and not whole, `source.newer` where a newer Reprise made it.
 */
export async function readManifest(tree: ScratchTree, files: readonly TakenFile[]): Promise<BundleManifest | null> {
  if (!files.some(({ name }) => name === manifestName)) return null
  const path = tree.pathOf(manifestName)
  const { size } = await stat(path)
  if (size > largestManifest) refuse(`its manifest has ${size} bytes`)
  const value = parseManifest(await readFile(path, 'utf8'))
  if (value === null && files.some(({ name }) => name.startsWith('parts/'))) refuse('its manifest cannot be read')
  if (value === null || value.format !== bundleFormat) return null
  if (typeof value.version === 'number' && value.version > bundleVersion) {
    fail('source.newer', `This bundle is of version ${value.version}; this Reprise reads up to ${bundleVersion}.`, {
      advice: 'Import it with a newer Reprise.'
    })
  }
  const parsed = BundleManifest.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse(`its manifest is damaged at ${issue?.path.join('.') ?? 'its beginning'}`)
  }
  checkParts(parsed.data, files)
  return parsed.data
}

/** null where it is no JSON object at all. */
function parseManifest(text: string): Record<string, unknown> | null {
  if (depthOf(text) > deepest) return refuse(`its manifest is more than ${deepest} levels deep`)
  try {
    const value = JSON.parse(text, (key, each: unknown) =>
      key === '__proto__' ? refuse('a member is named __proto__') : each
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** How many objects and lists lie inside each other at most; those in texts count too, which only makes it more. */
function depthOf(text: string): number {
  let depth = 0
  let most = 0
  for (let at = 0; at < text.length && most <= deepest; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x7b || code === 0x5b) most = Math.max(most, ++depth)
    else if (code === 0x7d || code === 0x5d) depth -= 1
  }
  return most
}

function checkParts({ sessions }: BundleManifest, files: readonly TakenFile[]): void {
  const there = new Map(files.map((file) => [file.name, file]))
  const named = new Set([manifestName])
  for (const { name, path, content } of sessions.flatMap(({ parts }) => parts)) {
    if (!isPlainPath(path)) refuse(`its manifest names the path “${shown(path)}”`)
    if (named.has(name)) refuse(`its manifest names ${shown(name)} twice`)
    named.add(name)
    const file = there.get(name)
    if (file === undefined) refuse(`${shown(name)} is missing`)
    else if (file.bytes !== content.bytes || file.sha256 !== content.sha256) {
      refuse(`${shown(name)} is not what the manifest says: its SHA-256 is ${file.sha256}, not ${content.sha256}`)
    }
  }
  const extra = files.find(({ name }) => !named.has(name))
  if (extra !== undefined) refuse(`it holds ${shown(extra.name)}, which its manifest does not name`)
}

function refuse(why: string): never {
  return fail('refused', `The bundle is not whole: ${why}.`, {
    advice: 'Get it anew from the one who made it. Nothing of it was taken over.'
  })
}
