import type { Migration } from '../migrate'

/** Tokens that a session used, beside its counts. Sessions that were counted before are counted again when they are opened. */
export const usage: Migration = {
  to: 6,
  sql: `
    alter table account add column usage text;
    delete from account;
  `
}
