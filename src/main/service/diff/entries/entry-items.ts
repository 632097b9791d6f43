import { EntryKind } from '@shared/domain/transcript'
import type { Items } from '../align/items'
import { digestLength, type EntryDigests } from './digest-entries'

/** The entries of one side, as the comparison sees them. */
export class EntryItems implements Items {
  readonly count: number
  private readonly digests: EntryDigests
  private readonly ids: readonly string[]
  private readonly natives: readonly (string | null)[]

  constructor(digests: EntryDigests) {
    this.digests = digests
    this.count = digests.count
    this.ids = JSON.parse(digests.ids)
    this.natives = JSON.parse(digests.natives)
  }

  id(at: number): string {
    return this.ids[at] ?? ''
  }

  native(at: number): string | null {
    return this.natives[at] ?? null
  }

  time(at: number): number {
    return this.digests.times[at] ?? Number.NaN
  }

  kind(at: number): EntryKind {
    return EntryKind.options[this.digests.kinds[at] ?? -1] ?? 'unrecognised'
  }

  isInherited(at: number): boolean {
    return this.digests.inherited[at] === 1
  }

  content(at: number): string {
    return this.digests.contents.slice(at * digestLength, (at + 1) * digestLength)
  }

  label(at: number): string {
    const { labels, labelEnds } = this.digests
    return labels.slice(at === 0 ? 0 : labelEnds[at - 1], labelEnds[at])
  }
}
