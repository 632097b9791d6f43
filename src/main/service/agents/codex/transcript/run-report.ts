import type { ToolCall, ToolStatus } from '@shared/domain/transcript'
import { asList, asName, asNumber, asObject, asText, isObject, type JsonObject } from '../../json-access'
import { textOf } from '../records/content'
import { changeEdits } from './patch-edits'

/** What Codex reported of a run, apart from what the model was told: an item of the newer mode, or an `_end` event of the older. */
export interface RunReport {
  readonly status: ToolStatus | null
  readonly text: string | null
  readonly exitCode: number | null
  readonly durationMs: number | null
  readonly edits: NonNullable<ToolCall['edits']>
  readonly subagent: ToolCall['subagent'] | null
}

/** A call is failed where Codex marks it so (format: "Failed calls"). */
export function runReport(report: JsonObject): RunReport {
  const exitCode = asNumber(report.exit_code)
  return {
    status: statusOf(report, exitCode),
    text: textOfRun(report),
    exitCode,
    durationMs: durationOf(report),
    edits: changeEdits(report.changes),
    subagent: subagentOf(report)
  }
}

function statusOf(report: JsonObject, exitCode: number | null): ToolStatus | null {
  const { status, success } = report
  if (status === 'failed' || status === 'declined' || success === false) return 'failed'
  if (status === 'completed' || success === true) return 'ok'
  if (status === 'in_progress' || status === 'inProgress') return 'running'
  if (isObject(report.result))
    return report.result.Err === undefined && report.result.isError !== true ? 'ok' : 'failed'
  return exitCode === null ? null : exitCode === 0 ? 'ok' : 'failed'
}

function textOfRun(report: JsonObject): string | null {
  const aggregated = asText(report.aggregated_output)
  if (aggregated !== null) return aggregated
  const out = [asName(report.stdout), asName(report.stderr)].filter((text) => text !== null)
  if (out.length > 0) return out.join('\n')
  const result = asObject(report.result)
  const content = textOf(asObject(result.Ok ?? result).content)
  return content === '' ? asName(result.Err) : content
}

function durationOf(report: JsonObject): number | null {
  const duration = asObject(report.duration)
  const [seconds, nanos] = [asNumber(duration.secs), asNumber(duration.nanos)]
  return seconds === null && nanos === null ? null : Math.round((seconds ?? 0) * 1000 + (nanos ?? 0) / 1e6)
}

function subagentOf(report: JsonObject): ToolCall['subagent'] | null {
  const id =
    asName(report.agent_thread_id) ?? asName(report.new_thread_id) ?? asName(asList(report.receiver_thread_ids)[0])
  if (id === null) return null
  return { id, name: asName(report.agent_path) ?? asName(report.new_agent_nickname) ?? 'subagent' }
}
