import { type AgentId, agentNames } from '@shared/domain/agents'
import { classes } from './classes'

const letters: Readonly<Record<AgentId, string>> = {
  gestura: 'ge',
  tact: 'ta',
  a3s: 'a3',
  'claude-code': 'cc',
  codex: 'cx',
  gemini: 'gm',
  opencode: 'oc',
  'qwen-code': 'qw',
  pi: 'pi',
  cline: 'cl',
  'copilot-cli': 'co',
  crush: 'cr',
  droid: 'dr'
}
const teal = 'bg-(--tint-teal-soft) text-(--tint-teal)'
const ochre = 'bg-(--tint-ochre-soft) text-(--tint-ochre)'
const blue = 'bg-(--tint-blue-soft) text-(--tint-blue)'
const clay = 'bg-(--tint-clay-soft) text-(--tint-clay)'
const grey = 'bg-(--tint-grey-soft) text-(--tint-grey)'
const violet = 'bg-(--tint-violet-soft) text-(--tint-violet)'
const olive = 'bg-(--tint-olive-soft) text-(--tint-olive)'
const tints: Readonly<Record<AgentId, string>> = {
  gestura: teal,
  tact: ochre,
  a3s: blue,
  'claude-code': clay,
  codex: grey,
  gemini: violet,
  opencode: olive,
  'qwen-code': violet,
  pi: grey,
  cline: teal,
  'copilot-cli': blue,
  crush: clay,
  droid: olive
}

/** Two letters on a quiet tint; never a vendor's logo. Without `named` it is decoration beside the agent's name. */
export function AgentGlyph({ agent, large, named = true }: { agent: AgentId; large?: boolean; named?: boolean }) {
  return (
    <span
      {...(named ? { role: 'img', 'aria-label': agentNames[agent] } : { 'aria-hidden': true })}
      className={classes(
        'inline-grid flex-none place-items-center leading-none font-semibold tracking-[-0.01em]',
        large ? 'size-22 rounded-control text-[11px]' : 'size-18 rounded-[5px] text-[9.5px]',
        tints[agent]
      )}
    >
      {letters[agent]}
    </span>
  )
}
