import { asName } from '../../json-access'
import { withBytes } from '../../lines/byte-source'
import { recordsFrom } from '../../lines/read-records'
import { rolloutRecord } from '../records/rollout-record'
import type { HistoryPart } from '../transcript/lineage'

/** One record of a session's history: where it stands, and whether a turn begins or ends with it. */
export interface HistoryRecord {
  /** 0 for the session's own rollout, 1 for the one that it was forked from, and so on: as entry ids count. */
  readonly depth: number
  readonly path: string
  readonly from: number
  readonly to: number
  readonly isMeta: boolean
  /** Id of the turn that begins here. */
  readonly begins: string | null
  readonly ends: boolean
}

/** All records of a history in order, over the rollouts that it lies in. */
export function historyRecords(parts: readonly HistoryPart[]): readonly HistoryRecord[] {
  return parts.flatMap(({ path, until }, index) =>
    withBytes(path, (source) => {
      const depth = parts.length - 1 - index
      const found: HistoryRecord[] = []
      for (const record of recordsFrom(source, 0, Math.min(until ?? source.size, source.size))) {
        if (record.kind !== 'record') continue
        const line = rolloutRecord(record.value)
        const event = line?.type === 'event_msg' ? line.kind : ''
        const begins = event === 'task_started' || event === 'turn_started'
        found.push({
          ...{ depth, path, from: record.from, to: record.to },
          isMeta: line?.type === 'session_meta',
          begins: begins ? (asName(line?.payload.turn_id) ?? `at-${record.from}`) : null,
          ends: event === 'task_complete' || event === 'turn_complete' || event === 'turn_aborted'
        })
      }
      return found
    })
  )
}
