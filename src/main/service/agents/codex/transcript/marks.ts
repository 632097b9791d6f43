import type { Entry } from '@shared/domain/transcript'
import type { ByteSource } from '../../lines/byte-source'
import { copiedUntil } from './copied-records'
import type { Opening } from './read-opening'
import { type TakenBack, tailBytes, takenBack } from './taken-back'

/** What has to be known of a whole file to mark its entries, kept for as long as its size is the same. */
export class Marks {
  private size = -1
  private copied = 0
  private taken: readonly TakenBack[] | null = null

  /** Marks of an entry by the place it stands at. The end of a file is shown before all of it was searched. */
  at(source: ByteSource, { meta, copies, paginated }: Opening, atEnd: boolean) {
    if (source.size !== this.size) {
      this.size = source.size
      // In the newer mode turns are taken back by going on in a file of its own, whose base ends before them.
      this.taken = paginated ? [] : null
      this.copied = copies ? copiedUntil(source, meta?.startedAt ?? null) : 0
    }
    const { copied } = this
    const inTail = atEnd && this.taken === null ? takenBack(source, true) : null
    return (anchor: number): Pick<Entry, 'inherited' | 'parent'> => {
      const taken = inTail !== null && anchor >= source.size - tailBytes ? inTail : this.whole(source)
      const by = taken.find(({ from, to }) => anchor >= from && anchor < to)?.by
      return { ...(anchor < copied && { inherited: true as const }), ...(by !== undefined && { parent: by }) }
    }
  }

  private whole(source: ByteSource): readonly TakenBack[] {
    this.taken ??= takenBack(source, false)
    return this.taken
  }
}
