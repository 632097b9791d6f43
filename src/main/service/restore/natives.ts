import type { FileFacts } from '@shared/domain/plan'
import { fail } from '@shared/ipc/errors'
import type { SourceLocation } from '../agents/adapter'
import type { Lease } from '../lease/lease'
import type { EngineSurroundings } from './engine-parts'
import { absent, readFacts, sha256Of } from './file-facts'
import type { Gateway, NodeFacts } from './gateway'
import type { NativeAccess, NativeTarget } from './native-store'

/** The states of one source that only the agent's own protocol may change, as the engine reads and exchanges them. */
export interface Natives {
  read(target: NativeTarget): Promise<Uint8Array | null>
  /** As `NativeStore.exchange`; `lease` fences every side effect of it. */
  exchange(target: NativeTarget, expected: string | null, content: Uint8Array | null, lease: Lease): Promise<void>
}

/** Throws `refused` on use when the agent has no such states. */
export function nativesOf(
  about: EngineSurroundings,
  gateway: Gateway,
  source: SourceLocation,
  signal: AbortSignal
): Natives {
  const store = () => {
    const native = about.adapterOf(source.agent)?.write?.native
    return native ?? fail('refused', `Reprise changes nothing in stores of ${source.agent} but whole files.`)
  }
  const access = (through: Gateway): NativeAccess => {
    const { key, scratch, now } = about.readingOf(source, signal)
    return { gateway: through, source, key, scratch, signal, now: () => now() }
  }
  return {
    read: async (target) => store().read(target, access(gateway)),
    exchange: async (target, expected, content, lease) =>
      store().exchange(target, expected, content, access(fenced(gateway, lease)))
  }
}

/** What is there now, of a file or of a state of the agent's own. `seen` is a look at the file just now. */
export async function stateNow(
  gateway: Gateway,
  natives: Natives,
  step: { readonly real: string; readonly target?: NativeTarget | undefined },
  seen?: NodeFacts | null
): Promise<FileFacts> {
  return step.target === undefined
    ? readFacts(gateway, step.real, seen)
    : factsOfContent(await natives.read(step.target))
}

/** A native state has neither rights nor a time: its bytes are all of it. */
export function factsOfContent(content: Uint8Array | null): FileFacts {
  if (content === null) return absent
  return { exists: true, bytes: content.length, sha256: sha256Of(content), mode: null, modifiedAt: null }
}

/**
 * The lease is looked at before each side effect of an exchange, so that a holder that was held up inside of one stops before its
 * commit. It throws once: what follows then is the store's own tidying up, a rollback or an unlock.
 */
function fenced(gateway: Gateway, lease: Lease): Gateway {
  let stopped = false
  const check = async () => {
    if (stopped) return
    await lease.check().catch((error) => {
      stopped = true
      throw error
    })
  }
  const behind =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      await check()
      return call(...args)
    }
  return {
    ...gateway,
    create: behind(gateway.create),
    openToAppend: behind(gateway.openToAppend),
    makeFolder: behind(gateway.makeFolder),
    removeFolder: behind(gateway.removeFolder),
    link: behind(gateway.link),
    rename: behind(gateway.rename),
    unlink: behind(gateway.unlink),
    async effect(what, path, run) {
      await check()
      return gateway.effect(what, path, run)
    }
  }
}
