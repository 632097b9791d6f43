import type { Migration } from '../migrate'

/** What reading adds: where the person last was in a session, and the counts of a session that was read as a whole. */
export const reading: Migration = {
  to: 2,
  sql: `
    create table reading_place (
      source text not null,
      id text not null,
      cursor text not null,
      at integer not null,
      primary key (source, id)
    ) strict, without rowid;

    create table account (
      source text not null,
      id text not null,
      digest text not null,
      accounting text not null,
      entries integer not null,
      findings text not null,
      primary key (source, id)
    ) strict, without rowid;
  `
}
