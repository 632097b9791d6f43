import { join } from 'node:path'
import type { ResumeTarget } from './resume-part'

/** Whether the agent looks into this source by itself, without a variable that leads it there. `below` is its place in a home. */
export function isUsualPlace(
  { source, home }: Pick<ResumeTarget, 'source' | 'home'>,
  ...below: readonly string[]
): boolean {
  return source.origin === 'default' || source.root === join(home, ...below)
}
