import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SecretPlace, SecretReport } from '@shared/domain/secret'
import type { Entry, EntryPage } from '@shared/domain/transcript'
import type { PageRequest } from '../agents/adapter'
import { maskId } from '../redaction/mask-id'
import { secretsOfEntry } from './secrets-of-entry'

/** Places that a report names one by one: an answer has to hold them. */
const mostPlaces = 3000
const pageSize = 100

export interface Reporting {
  readonly page: (request: PageRequest) => Promise<EntryPage>
  readonly signal: AbortSignal
  /** Entries that are done. */
  readonly progress: (done: number, total: number | null) => void
}

/** Looks through all texts of a session, page by page; other requests are answered in between. */
export async function reportSecrets({ page, signal, progress }: Reporting): Promise<SecretReport> {
  const report = new Report()
  for (let from: string | null = 'start'; from !== null; ) {
    const { entries, after }: EntryPage = await page({ from, direction: 'forward', limit: pageSize })
    for (const entry of entries) {
      signal.throwIfAborted()
      report.add(entry, from)
    }
    progress(report.entries, null)
    await nextTurn()
    from = after === from || entries.length === 0 ? null : after
  }
  return report.answer()
}

interface KindCount {
  places: number
  certain: number
  readonly masks: Set<string>
}

class Report {
  entries = 0
  private total = 0
  private readonly places: SecretPlace[] = []
  private readonly kinds = new Map<string, KindCount>()

  add(entry: Entry, cursor: string): void {
    this.entries += 1
    for (const { text, field, kind, rule, confidence } of secretsOfEntry(entry)) {
      const mask = maskId(text)
      const count = this.kinds.get(kind) ?? { places: 0, certain: 0, masks: new Set() }
      this.kinds.set(kind, count)
      count.places += 1
      count.certain += confidence === 'certain' ? 1 : 0
      count.masks.add(mask)
      this.total += 1
      if (this.places.length < mostPlaces)
        this.places.push({ entry: entry.id, cursor, field, kind, rule, confidence, mask })
    }
  }

  answer(): SecretReport {
    const kinds = [...this.kinds]
      .map(([kind, { places, certain, masks }]) => ({ kind, places, different: masks.size, certain }))
      .sort((a, b) => b.places - a.places || a.kind.localeCompare(b.kind))
    return { kinds, places: this.places, total: this.total, entries: this.entries }
  }
}
