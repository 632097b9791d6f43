/** The tables of every release from 0.4 to 0.8, with the two indexes that came in 0.6. */
export const tactSchema = `
CREATE TABLE sessions(
  session_id TEXT PRIMARY KEY, parent_session_id TEXT, workspace TEXT NOT NULL, model TEXT NOT NULL, effort TEXT NOT NULL,
  reasoning_mode TEXT NOT NULL, fast_mode INTEGER NOT NULL CHECK(fast_mode IN (0, 1)), application_version TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL, updated_at_ms INTEGER NOT NULL, preview TEXT NOT NULL
) STRICT;
CREATE TABLE events(
  event_id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(session_id), record_json BLOB NOT NULL,
  prompt_text TEXT, prompt_recorded_at_ms INTEGER, assistant_stream TEXT,
  CHECK((prompt_text IS NULL) = (prompt_recorded_at_ms IS NULL))
) STRICT;
CREATE TABLE resume_states(session_id TEXT PRIMARY KEY, state_zstd BLOB NOT NULL) STRICT;
CREATE INDEX events_by_session ON events(session_id, event_id);
CREATE INDEX recent_prompts ON events(prompt_recorded_at_ms DESC, event_id DESC) WHERE prompt_text IS NOT NULL;
CREATE INDEX assistant_streams ON events(session_id, assistant_stream) WHERE assistant_stream IS NOT NULL;
CREATE INDEX sessions_by_recency ON sessions(updated_at_ms DESC, session_id);
CREATE INDEX sessions_by_workspace_recency ON sessions(workspace, updated_at_ms DESC, session_id);
PRAGMA user_version = 2;
`
