import type { Migration } from '../migrate'

/**
 * Names of units are long paths; everything that a unit says refers to it by number now, which halves the library and the work of a first scan. What
 * the scans found is dropped, since they find it again; places and counts stay. A session that is gone has the unit 0.
 */
export const unitNumbers: Migration = {
  to: 3,
  sql: `
    drop table session;
    drop table checkpoint;
    drop table prompt;
    drop table unit;
    update source set scanned_at = null;

    create table unit (
      number integer primary key,
      source text not null,
      unit text not null,
      fingerprint text not null,
      findings text not null,
      unique (source, unit)
    ) strict;

    create table session (
      source text not null,
      id text not null,
      unit integer not null,
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
    create index session_by_unit on session (unit);
    create index session_by_parent on session (source, parent) where parent is not null;
    -- Everything that a list without a text filter asks about, so that it is counted and sorted without the long texts.
    create index session_list on session (shown, source, parent_kind, updated_at, started_at, entries, findings, state, agent, workspace,
      restorable, resumable, title_folded, id);

    create table checkpoint (
      source text not null,
      unit integer not null,
      id text not null,
      session text,
      at real,
      label text,
      restorable integer not null,
      title text,
      workspace text
    ) strict;
    create index checkpoint_by_unit on checkpoint (unit);
    create index checkpoint_by_session on checkpoint (source, session);

    create table prompt (
      source text not null,
      id text not null,
      unit integer not null,
      place integer not null,
      at real not null,
      text text not null
    ) strict;
    create index prompt_by_unit on prompt (unit, id);
    create index prompt_by_time on prompt (at desc, source, id, place desc);
  `
}
