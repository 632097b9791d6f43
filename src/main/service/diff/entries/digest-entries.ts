import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Entry, EntryKind } from '@shared/domain/transcript'
import type { NativeIds, OpenedSession } from '../../agents/adapter'
import { entryLabel } from './readable-entry'

/** What a comparison needs of every entry, packed so that it crosses a thread border at once. Places in it are those in the transcript. */
export interface EntryDigests {
  readonly count: number
  /** A JSON list of texts. */
  readonly ids: string
  /** A JSON list of the agent's own ids; null for an entry without one. */
  readonly natives: string
  /** Indices into the options of `EntryKind`. */
  readonly kinds: Uint8Array
  /** 1 where the session's own data says that it took the entry over from its parent's. */
  readonly inherited: Uint8Array
  /** Unix ms; NaN where there is none. */
  readonly times: Float64Array
  /** `digestLength` characters for each entry, equal where the content is. */
  readonly contents: string
  /** All first words behind each other, and where each of them ends. Unmasked. */
  readonly labels: string
  readonly labelEnds: Uint32Array
}

export const digestLength = 20

/** Read at a time. Between two pages whatever else waits has its turn. */
const pageSize = 500

/** Reads all entries of a session once. */
export async function digestEntries(
  session: OpenedSession,
  signal: AbortSignal,
  progress: (done: number) => void
): Promise<EntryDigests> {
  const packing = new Packing((await session.nativeIds?.()) ?? (() => null))
  for (let from: string | null = 'start'; from !== null; ) {
    const page: Awaited<ReturnType<OpenedSession['page']>> = await session.page({
      from,
      direction: 'forward',
      limit: pageSize
    })
    for (const entry of page.entries) packing.add(entry)
    from = page.entries.length > 0 ? page.after : null
    progress(packing.count)
    await nextTurn()
    signal.throwIfAborted()
  }
  return packing.result()
}

class Packing {
  private readonly ids: string[] = []
  private readonly natives: (string | null)[] = []
  private readonly kinds: number[] = []
  private readonly inherited: number[] = []
  private readonly times: number[] = []
  private readonly contents: string[] = []
  private readonly labels: string[] = []
  private readonly nativeIds: NativeIds

  constructor(nativeIds: NativeIds) {
    this.nativeIds = nativeIds
  }

  get count(): number {
    return this.ids.length
  }

  add(entry: Entry): void {
    this.ids.push(entry.id)
    this.natives.push(this.nativeOf(entry))
    this.kinds.push(EntryKind.options.indexOf(entry.kind))
    this.inherited.push(entry.inherited ? 1 : 0)
    this.times.push(entry.at ?? Number.NaN)
    this.contents.push(contentDigest(entry))
    this.labels.push(entryLabel(entry))
  }

  /** Of a call its own id, which stays when the record that holds it is written anew. */
  private nativeOf({ id, tool }: Entry): string | null {
    const native = tool?.callId === undefined ? this.nativeIds(id) : null
    return tool?.callId === undefined ? native && `e${native}` : `c${tool.callId}`
  }

  result(): EntryDigests {
    let end = 0
    return {
      count: this.count,
      ids: JSON.stringify(this.ids),
      natives: JSON.stringify(this.natives),
      kinds: Uint8Array.from(this.kinds),
      inherited: Uint8Array.from(this.inherited),
      times: Float64Array.from(this.times),
      contents: this.contents.join(''),
      labels: this.labels.join(''),
      labelEnds: Uint32Array.from(this.labels, (label) => (end += label.length))
    }
  }
}

/** Everything that a person sees of an entry; not when it was, how long it took, and where it stands. */
export function contentDigest(entry: Entry): string {
  const { kind, text, tool, notice, images, steps, draft } = entry
  const call = tool && [tool.name, tool.status, tool.arguments, tool.exitCode ?? null, tool.result]
  const seen = [kind, text, call ?? null, notice ?? null, images ?? null, steps ?? null, draft ?? null]
  return hash('sha256', JSON.stringify(seen), 'base64').slice(0, digestLength)
}
