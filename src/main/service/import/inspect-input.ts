import type { BundleFacts, ImportInput } from '@shared/domain/import'
import { fail } from '@shared/ipc/errors'
import type { ServiceParts } from '../handlers/parts'
import { type ListedImport, listImported } from './list-imported'
import { type OpenedImport, type OpenOptions, openImport } from './open-import'
import { sessionFromCheckpoint } from './session-from-checkpoint'
import { shown } from './unpack/safe-name'

/** One file or folder that was handed over, unpacked, with its sessions. */
export interface HeldInput {
  readonly opened: OpenedImport
  readonly listed: readonly ListedImport[]
}

/** Unpacks one input and lists what is in it. Throws what opening throws, and `refused` where nothing of any agent is found; then nothing of it is left. */
export async function openInput(parts: ServiceParts, path: string, options: OpenOptions): Promise<HeldInput> {
  const opened = await openImport(path, options)
  try {
    const listed = await listInput(parts, opened, options.signal)
    return listed.length === 0 ? refuseUnknown(opened) : { opened, listed }
  } catch (error) {
    await opened.tree.remove()
    throw error
  }
}

async function listInput(
  parts: ServiceParts,
  opened: OpenedImport,
  signal: AbortSignal
): Promise<readonly ListedImport[]> {
  const listed = inOrder(await listImported(parts, opened.sources, signal), opened)
  let more = false
  for (const one of listed) more = (await sessionFromCheckpoint(parts, opened.tree, one, signal)) || more
  return more ? inOrder(await listImported(parts, opened.sources, signal), opened) : listed
}

/** The session that a bundle is of comes first, then what came along with it. */
function inOrder(listed: readonly ListedImport[], { manifest }: OpenedImport): readonly ListedImport[] {
  if (manifest === null) return listed
  const order = new Map(manifest.sessions.map(({ id }, index) => [id, index]))
  const rank = ({ id }: ListedImport) => order.get(id) ?? order.size
  return listed.toSorted((a, b) => rank(a) - rank(b))
}

function refuseUnknown({ name, unrecognised, notes }: OpenedImport): never {
  const nothing = `Nothing in ${shown(name)} is a session of an agent that Reprise reads.`
  return fail('refused', [nothing, ...notes].join(' '), {
    advice: 'Hand over a bundle, a session file, the folder of an agent, or a zip of these.',
    data: { unrecognised: unrecognised.slice(0, 20) }
  })
}

export function inputFacts({ opened, listed }: HeldInput): ImportInput {
  const { name, form, bytes, files } = opened
  return { name, form, bytes, files, sessions: listed.length, bundle: bundleFacts(opened) }
}

function bundleFacts({ manifest }: OpenedImport): BundleFacts | null {
  return (
    manifest && {
      version: manifest.version,
      madeBy: manifest.madeBy,
      mode: manifest.masking.mode,
      masked: manifest.masking.mode === 'masked' ? manifest.masking.kinds : {},
      parts: manifest.sessions.reduce((sum, { parts }) => sum + parts.length, 0),
      settings: manifest.configuration.reduce((sum, { entries }) => sum + entries.length, 0),
      leftOut: manifest.leftOut
    }
  )
}
