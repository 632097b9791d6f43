import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ConflictDraft, FileStepDraft, PlanDraft } from '../../../restore/plan-draft'
import type { Reading, SourceLocation } from '../../adapter'
import { configInUse } from '../config/read-config'
import { type GesturaPlaces, placesOf } from '../places'
import { canonicalTimestamp } from '../reading/timestamp'
import type { CheckpointMetadata } from '../store/checkpoint-store'
import { type CreateError, type MadeCheckpoint, makeCheckpoint } from '../store/create-checkpoint'
import { maxCheckpoints, type Retention, retentionOf } from '../store/retention'
import { refuseKind } from './refuse-kind'
import { counted, fileStep } from './step-drafts'

/**
 * A new checkpoint of the session as it lies on the disk, and what goes because of it. Where the agent would leave a file behind and then
 * fail, nothing is planned. Expected failures carry the agent's own kind of error in `data.error`.
 */
export function planCreateCheckpoint(
  source: SourceLocation,
  sessionId: string,
  label: string | null,
  reading: Reading,
  max = maxCheckpoints
): PlanDraft {
  const places = placesOf(source)
  const config = configInUse(places)
  const createdAt = canonicalTimestamp(new Date(reading.now()).toISOString()) ?? ''
  const made = { id: randomUUID(), sessionId, label, createdAt }
  const ground = { sessions: places.liveSessions, tasks: places.liveTasks, config: config.root }
  const checkpoint = makeCheckpoint(ground, made)
  if (!checkpoint.ok) {
    return refuseKind(
      checkpoint.error,
      `gestura could not make this checkpoint: ${checkpoint.why}.`,
      advice(checkpoint.error)
    )
  }
  const retention = retentionOf(places.checkpoints, made, max)
  if (!retention.ok) {
    const what = `gestura would write this checkpoint and then fail, since it cannot list the folder: ${retention.why}.`
    return refuseKind(retention.error, what, 'Move the bad file out of the folder of checkpoints, then try again.')
  }
  const removals = new Removals(retention.value, made.id, places)
  const { messages, tasks } = checkpoint.value
  const because = `a new checkpoint with ${counted(messages, 'message')} and ${counted(tasks, 'task')}`
  const path = join(places.checkpoints, `${made.id}.json`)
  return {
    title: label === null || label === '' ? 'New checkpoint' : `New checkpoint: ${label}`,
    steps: [
      fileStep('checkpoint', 'checkpoint', path, places.dataFolder, checkpoint.value.text, because),
      ...removals.steps
    ],
    conflicts: removals.conflicts,
    cannot: [
      { what: 'Files in the workspace', because: 'a checkpoint holds the conversation, its tasks and settings only' }
    ],
    notes: notes(checkpoint.value, retention.value, removals, made, max),
    inputs: [
      join(places.liveSessions, `${sessionId}.json`),
      join(places.liveTasks, `${sessionId}.json`),
      ...config.paths
    ]
  }
}

function advice(error: CreateError): string {
  if (error === 'AgentSession') return 'Put the session back to a checkpoint, or keep it as it is with Reprise.'
  if (error === 'Tasks') return 'Put the tasks back to a checkpoint, which writes the list anew.'
  return 'Keep the session with Reprise instead: that copies its files as they are.'
}

/** Every checkpoint that one of the two ways of pruning would remove, as steps of which the choice leaves some out. */
class Removals {
  readonly steps: readonly FileStepDraft[]
  readonly conflicts: readonly ConflictDraft[]
  readonly agentOnly: readonly CheckpointMetadata[]

  constructor({ byAgent, safely }: Retention, newId: string, places: GesturaPlaces) {
    const agent = byAgent.ok ? byAgent.value.filter(({ id }) => id !== newId) : []
    const safe = new Set(safely.map(({ id }) => id))
    const agents = new Set(agent.map(({ id }) => id))
    this.agentOnly = agent.filter(({ id }) => !safe.has(id))
    const all = [...agent, ...safely.filter(({ id }) => !agents.has(id))]
    this.steps = all.map((each) => removal(each, places))
    const out = (kept: ReadonlySet<string>) => all.filter(({ id }) => !kept.has(id)).map(({ id }) => stepId(id))
    this.conflicts = all.length === 0 ? [] : [conflict(safe.size, agents.size, out(safe), out(agents))]
  }
}

const stepId = (id: string) => `remove-${id}`

function removal({ id, sessionId, label, createdAt }: CheckpointMetadata, places: GesturaPlaces): FileStepDraft {
  const named = label ? `“${label}”` : 'no label'
  const because = `${named}, of ${createdAt}, session ${sessionId ?? 'unknown'}`
  return fileStep(stepId(id), 'checkpoint', join(places.checkpoints, `${id}.json`), places.dataFolder, null, because)
}

function conflict(safe: number, agent: number, notSafe: readonly string[], notAgent: readonly string[]): ConflictDraft {
  return {
    id: 'retention',
    code: 'gestura.create.retention',
    what: `With this one there are more checkpoints than gestura keeps. It would remove the ${counted(agent, 'oldest one')}, of whatever session.`,
    step: null,
    options: [
      {
        value: 'keep',
        label: 'Keep what is labelled and quiet sessions',
        effect:
          safe === 0
            ? 'No checkpoint is removed.'
            : `${counted(safe, 'checkpoint')} without a label of busy sessions ${safe === 1 ? 'goes' : 'go'} into the vault.`
      },
      {
        value: 'maximum',
        label: 'Remove as gestura does',
        effect: `${counted(agent, 'checkpoint')} ${agent === 1 ? 'goes' : 'go'} into the vault, whatever session or label.`
      }
    ],
    default: 'keep',
    leavesOut: { keep: notSafe, maximum: notAgent }
  }
}

function notes(
  { dropped }: MadeCheckpoint,
  { byAgent }: Retention,
  { agentOnly }: Removals,
  { id, sessionId }: { readonly id: string; readonly sessionId: string },
  max: number
): readonly string[] {
  const found = [
    'The session is taken as it lies on the disk; what a running gestura has not written yet is not in it.'
  ]
  if (dropped > 0)
    found.push(
      `${counted(dropped, 'value')} that gestura does not know cannot stand in a checkpoint and ${dropped === 1 ? 'is' : 'are'} left out.`
    )
  if (!byAgent.ok) found.push(`gestura's own pruning would stop with an error: ${byAgent.why}.`)
  else if (byAgent.value.some((each) => each.id === id))
    found.push('gestura itself would remove this checkpoint at once, since others carry later times. Reprise does not.')
  const others = agentOnly.filter((each) => each.sessionId !== sessionId).length
  if (others > 0)
    found.push(
      `The next checkpoint that gestura makes by itself removes all but the newest ${max}, ${others} of other sessions among them. Keep a session with Reprise to have it safe from that.`
    )
  return found
}
