import type { Migration } from '../migrate'

/** Which points of the vault came from elsewhere. What the vault keeps is listed anew at the next start, since it says more than before. */
export const imported: Migration = {
  to: 7,
  sql: `
    alter table checkpoint add column imported integer not null default 0;
    create index checkpoint_imported on checkpoint (source, session, at desc) where imported = 1;
  `
}
