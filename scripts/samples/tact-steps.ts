import { curvePicture } from './image.ts'
import { patchText } from './patch.ts'
import type { Step } from './story.ts'

/** A call of a tact tool with its result, as the records of it say. */
export interface TactCall {
  readonly tool: string
  readonly args: unknown
  readonly status: 'completed' | 'failed'
  readonly result: unknown
  readonly structured: unknown
  readonly ms: number
  /** Called from inside a script (code mode), as most are. */
  readonly nested: boolean
}

function shellCall(cmd: string, output: string, exit: number, ms: number): TactCall {
  const seconds = ms / 1000
  return {
    tool: 'exec_command',
    args: { cmd },
    status: 'completed',
    result: `Wall time: ${seconds.toFixed(4)} seconds\nProcess exited with code ${exit}\nOutput:\n${output}`,
    structured: { wall_time_seconds: seconds, exit_code: exit, output },
    ms,
    nested: true
  }
}

/** The calls that a step stands for; none for what is no call. */
export function callsOf(step: Step): TactCall[] {
  switch (step.do) {
    case 'shell':
      return [shellCall(step.command, step.output, step.exit ?? 0, step.ms ?? 400)]
    case 'read':
      return [shellCall(`cat ${step.path}`, step.content, 0, 12)]
    case 'edit': {
      const done = `Success. Updated the following files:\n${step.before === '' ? 'A' : 'M'} ${step.path}\n`
      return [
        {
          tool: 'apply_patch',
          args: patchText(step.path, step.before, step.after),
          status: 'completed',
          result: done,
          structured: {},
          ms: 8,
          nested: true
        }
      ]
    }
    case 'plan':
      return [
        {
          tool: 'update_plan',
          args: { plan: step.steps.map((each) => ({ step: each.text, status: each.status })) },
          status: 'completed',
          result: 'Plan updated',
          structured: 'Plan updated',
          ms: 1,
          nested: false
        }
      ]
    case 'image': {
      const url = `data:image/png;base64,${curvePicture().toString('base64')}`
      const part = [{ type: 'input_image', image_url: url, detail: 'high' }]
      return [
        {
          tool: 'view_image',
          args: { path: step.path },
          status: 'completed',
          result: part,
          structured: part,
          ms: 14,
          nested: false
        }
      ]
    }
    case 'subagent': {
      const agent = { agent_id: 1, model: 'gpt-6-luna', role: step.name }
      const started = { ...agent, status: { state: 'running' } }
      const ended = {
        agents: [
          { ...agent, task: step.task, parent_agent_id: 0, status: { state: 'completed' }, last_output: step.output }
        ],
        timed_out: false
      }
      return [
        {
          tool: 'spawn_agent',
          args: { role: step.name, task: step.task, model: 'luna', thinking: 'low', output_schema: null },
          status: 'completed',
          result: JSON.stringify(started),
          structured: started,
          ms: 3,
          nested: false
        },
        {
          tool: 'wait_agent',
          args: { agent_ids: [1] },
          status: 'completed',
          result: JSON.stringify(ended),
          structured: ended,
          ms: 21_300,
          nested: false
        }
      ]
    }
    default:
      return []
  }
}
