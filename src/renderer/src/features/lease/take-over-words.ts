import type { LeaseView } from '@shared/domain/lease'
import type { TakeOver } from '../../state/lease-store'

/** Whether the one that was asked about has ended by itself while the question stood. */
export function isOver(takeOver: TakeOver, view: LeaseView | null): boolean {
  return takeOver.name === 'asked' && view !== null && (view.state !== 'other' || view.epoch !== takeOver.of.epoch)
}

export function takeOverTitle(takeOver: TakeOver, over: boolean): string {
  if (takeOver.name === 'failed') return 'Not taken over'
  if (over) return 'There is nothing to take over any more'
  return `Take over writing from ${takeOver.of.holder}?`
}
