import type { Migration } from '../migrate'

/** Whether a session can be put back to a checkpoint that is no unit of its own; the next scan, which reads every unit anew, says so. */
export const ownRestorable: Migration = {
  to: 4,
  sql: 'alter table session add column own_restorable integer not null default 0;'
}
