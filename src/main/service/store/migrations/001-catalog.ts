import type { Migration } from '../migrate'

/**
 * What the scans found. `unit` holds the fingerprints; a session is listed once per unit that holds it, and `shown` marks
 * the row that the list uses. `gone` sessions, of which only checkpoints remain, have the unit ''.
 */
export const catalog: Migration = {
  to: 1,
  sql: `
    create table source (
      source text primary key,
      agent text not null,
      root text not null,
      state text not null,
      findings text not null,
      scanned_at integer,
      seen_at integer not null,
      reader text not null
    ) strict, without rowid;

    create table unit (
      source text not null,
      unit text not null,
      fingerprint text not null,
      findings text not null,
      primary key (source, unit)
    ) strict, without rowid;

    create table session (
      source text not null,
      id text not null,
      unit text not null,
      agent text not null,
      shown integer not null,
      title text not null,
      title_folded text not null,
      workspace text,
      started_at real,
      updated_at real,
      entries integer,
      findings integer,
      own_checkpoints integer not null,
      checkpoints integer not null,
      restorable integer not null,
      resumable integer,
      state text not null,
      parent text,
      parent_kind text,
      text_folded text not null,
      listed text not null,
      digest text not null,
      primary key (source, id, unit)
    ) strict;
    create index session_by_unit on session (source, unit);
    create index session_by_parent on session (source, parent) where parent is not null;
    -- Everything that a list without a text filter asks about, so that it is counted and sorted without the long texts.
    create index session_list on session (shown, source, parent_kind, updated_at, started_at, entries, findings, state, agent, workspace,
      restorable, resumable, title_folded, id);

    create table checkpoint (
      source text not null,
      unit text not null,
      id text not null,
      session text,
      at real,
      label text,
      restorable integer not null,
      title text,
      workspace text
    ) strict;
    create index checkpoint_by_unit on checkpoint (source, unit);
    create index checkpoint_by_session on checkpoint (source, session);

    create table prompt (
      source text not null,
      id text not null,
      unit text not null,
      place integer not null,
      at real not null,
      text text not null
    ) strict;
    create index prompt_by_unit on prompt (source, unit, id);
    create index prompt_by_time on prompt (at desc, source, id, place desc);
  `
}
