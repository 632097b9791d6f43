import type { Migration } from '../migrate'

/**
 * What finding and grouping need: when a session's file changed, which repository the records name, and further directories that it worked in. The
 * next scan, which reads every unit anew, fills them in. `forgotten` holds sessions that are not shown once they are
 * gone, `made` those that an operation of Reprise made.
 */
export const finding: Migration = {
  to: 5,
  sql: `
    alter table session add column touched_at real;
    alter table session add column repository text;
    update unit set fingerprint = '' where unit <> 'reprise:kept';
    update source set scanned_at = null;

    create table directory (
      source text not null,
      id text not null,
      unit integer not null,
      path text not null,
      primary key (source, id, unit, path)
    ) strict, without rowid;
    create index directory_by_unit on directory (unit);
    create index directory_by_path on directory (path);

    create table forgotten (
      source text not null,
      id text not null,
      primary key (source, id)
    ) strict, without rowid;

    create table made (
      operation text not null,
      source text not null,
      id text not null,
      primary key (operation, source, id)
    ) strict, without rowid;
  `
}
