/** A sample store of each agent that takes sessions from elsewhere, and a folder that makes a place where its store is otherwise empty. */
export const fixtureStores = [
  { agent: 'gestura', fixture: 'core/gestura', folder: '.gestura/agent_sessions' },
  { agent: 'tact', fixture: 'core/tact', folder: '.tact/sessions' },
  { agent: 'a3s', fixture: 'core/a3s/weather', folder: '.a3s/code-web/sessions/v1' },
  { agent: 'claude-code', fixture: 'agents/claude-code', folder: '.claude/projects' },
  { agent: 'codex', fixture: 'agents/codex', folder: '.codex/sessions' },
  { agent: 'gemini', fixture: 'agents/gemini', folder: '.gemini/tmp/elsewhere' },
  { agent: 'qwen-code', fixture: 'agents/qwen-code', folder: '.qwen/projects' },
  { agent: 'pi', fixture: 'agents/pi', folder: '.pi/agent/sessions' },
  { agent: 'droid', fixture: 'agents/droid', folder: '.factory/sessions' },
  { agent: 'copilot-cli', fixture: 'agents/copilot-cli', folder: '.copilot/session-state' },
  { agent: 'cline', fixture: 'agents/cline', folder: '.cline/data/sessions' }
] as const
