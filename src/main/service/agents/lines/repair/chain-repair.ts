import { withMembers } from '../../../json/edit-members'
import type { ByteSource } from '../byte-source'
import { endOfJson } from '../end-of-json'
import { objectOf, type ReadRecord } from '../line-record'
import { parseBytes } from '../parse-bytes'
import { asLatinJson, recordLine } from '../record-line'
import type { Edit } from './edit'
import type { RecordEdits, RecordRepair } from './record-edits'
import { within } from './within'

/** How records of an agent name each other. */
export interface ChainNames {
  readonly id: string
  readonly parent: string
  /** Records of another group are another conversation in the same file. */
  group?(fields: Readonly<Record<string, unknown>>): string
}

/** Mends links to records that are not in the file; one with nothing before it, or that could end in a circle, is left as it is. */
export function chainRepair(names: ChainNames): RecordRepair {
  return {
    words: {
      chain: {
        title: 'Hang a record whose predecessor is missing on the one before it',
        why: 'The agent follows these links from the end of the session, and loads nothing from above the gap.',
        findings: []
      }
    },
    begin: (source) => new ChainEdits(source, names)
  }
}

/** Bytes of a name or an id, at most. */
const longestId = 400

/** A link to what has not been seen, with what it would be hung on. */
interface OpenLink {
  readonly from: number
  readonly to: number
  readonly parent: string
  /** undefined where nothing of its group stands before it. */
  readonly previous: string | undefined
}

class ChainEdits implements RecordEdits {
  private readonly source: ByteSource
  private readonly names: ChainNames
  /** Where the last record of an id begins. */
  private readonly ids = new Map<string, number>()
  private readonly before = new Map<string, string>()
  /** Mostly none: a predecessor nearly always stands before its successor. */
  private readonly open: OpenLink[] = []

  constructor(source: ByteSource, names: ChainNames) {
    this.source = source
    this.names = names
  }

  see({ from, to, value }: ReadRecord): void {
    const fields = objectOf(value)
    const id = fields?.[this.names.id]
    if (fields === null || typeof id !== 'string') return
    this.ids.set(id, from)
    const group = this.names.group?.(fields) ?? ''
    const previous = this.before.get(group)
    this.before.set(group, id)
    const parent = fields[this.names.parent]
    if (typeof parent !== 'string' || this.ids.has(parent)) return
    this.open.push({ from, to, parent, previous })
  }

  /** What follows it is not cut off. It is in no group: what the group is told by may be too long as well. */
  seeLong({ from, to }: { readonly from: number; readonly to: number }): void {
    endOfJson(this.source, from, to, (key, value) => {
      if (key[1] - key[0] > longestId || value[1] - value[0] > longestId) return
      const id = this.textAt(key) === this.names.id ? this.textAt(value) : null
      if (typeof id === 'string') this.ids.set(id, from)
    })
  }

  private textAt(range: readonly [number, number]): unknown {
    return parseBytes(this.source.read(...range))?.value
  }

  edits(): readonly Edit[] {
    const edits: Edit[] = []
    // The farthest that a record so far leads ahead to. What lies on such a way is hung on nothing: it could be what that way leads to, in a circle.
    let ahead = -1
    for (const link of this.open) {
      const parent = this.ids.get(link.parent)
      if (parent !== undefined) ahead = Math.max(ahead, parent)
      else if (link.previous !== undefined && ahead < link.from) edits.push(this.editOf(link, link.previous))
    }
    return edits
  }

  private editOf(record: OpenLink, previous: string): Edit {
    const line = withMembers(recordLine(this.source, record), { [this.names.parent]: asLatinJson(previous) })
    return { ...within(this.source, record), bytes: Buffer.from(line, 'latin1'), kind: 'chain' }
  }
}
