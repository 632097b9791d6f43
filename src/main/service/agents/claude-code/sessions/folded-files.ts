import { FoldedFiles } from '../../lines/fold-file'
import { isNoNews } from '../records/line-marks'
import { addRecord, emptySummary, type SummaryState } from './summary-state'

const main = foldsOf(false)
const agents = foldsOf(true)

/** What is known of transcripts in this thread; subagents are counted apart, since their every record is a sidechain. */
export function foldedFiles(isSubagent: boolean): FoldedFiles<SummaryState> {
  return isSubagent ? agents : main
}

function foldsOf(isSubagent: boolean): FoldedFiles<SummaryState> {
  return new FoldedFiles({
    empty: emptySummary,
    add: (state, record) => addRecord(state, record, isSubagent),
    skips: isNoNews
  })
}
