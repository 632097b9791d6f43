import { byteSize } from '@shared/domain/byte-size'
import type { Plan } from '@shared/domain/plan'
import type { Output } from '../output/output'
import { plainPath, plainText } from '../output/plain-text'

/** A plan as people read it, with the command that carries it out. */
export function writePlan(plan: Plan, out: Output): void {
  out.line(plainText(plan.title))
  for (const step of plan.steps)
    out.line(`  ${step.action.padEnd(7)} ${plainPath(step.path)}: ${plainText(step.because)}`)
  for (const conflict of plan.conflicts) writeConflict(conflict, out)
  writeCannot(plan, out)
  for (const note of plan.notes) out.line(`· ${plainText(note)}`)
  out.line(`${byteSize(plan.bytes)} to write, ${byteSize(plan.safetyCopyBytes)} copied first.`)
  out.line()
  out.line(`To do it: reprise apply ${plan.planId} --digest ${plan.digest}`)
}

/** A question of a plan with its answers, each as the option that gives it. */
export function writeConflict(conflict: Plan['conflicts'][number], out: Output): void {
  out.line(`! ${plainText(conflict.what)}`)
  for (const { value, label, effect } of conflict.options) {
    const chosen = value === conflict.default ? ' (unless you choose)' : ''
    out.line(`    --choice ${conflict.id}=${value}  ${plainText(label)}: ${plainText(effect)}${chosen}`)
  }
}

export function writeCannot({ cannot }: Plan, out: Output): void {
  for (const { what, because } of cannot) out.line(`- not brought back: ${plainPath(what)}: ${plainText(because)}`)
}
