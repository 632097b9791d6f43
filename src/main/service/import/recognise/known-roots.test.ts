import { describe, expect, it } from 'vitest'
import { knownRoots } from './known-roots'

describe('knownRoots', () => {
  it.each([
    ['home/.gestura/agent_sessions/a.json', 'gestura', 'home'],
    ['.tact/sessions/v2.sqlite3', 'tact', '.tact'],
    ['w/.a3s/tui/sessions/v1/sessions/id_YQ.json', 'a3s', 'w/.a3s/tui/sessions'],
    ['.claude/projects/-w/s.jsonl', 'claude-code', '.claude'],
    ['x/.codex/sessions/2026/11/29/rollout-a.jsonl', 'codex', 'x/.codex'],
    ['.gemini/tmp/w/chats/session-a.jsonl', 'gemini', '.gemini'],
    ['.qwen/projects/-w/chats/a.jsonl', 'qwen-code', '.qwen'],
    ['.qwen/tmp/w/chats/a.jsonl', 'qwen-code', '.qwen'],
    ['opencode/opencode.db', 'opencode', 'opencode'],
    ['.pi/agent/sessions/--w--/a.jsonl', 'pi', '.pi/agent'],
    ['.copilot/session-state/a/events.jsonl', 'copilot-cli', '.copilot'],
    ['.cline/data/sessions/a/a.json', 'cline', '.cline'],
    ['projects/-w/s.jsonl', 'claude-code', '']
  ])('%s', (name, agent, folder) => {
    expect(knownRoots([name])).toEqual([{ agent, folder }])
  })

  it('takes a layout inside of another root of the same agent as a part of that', () => {
    const names = ['.gestura/agent_sessions/a.json', '.gestura/.gestura/checkpoints/b.json']
    expect(knownRoots(names)).toEqual([{ agent: 'gestura', folder: '' }])
  })

  it('knows nothing of other files', () => {
    expect(knownRoots(['a.jsonl', 'notes/README.md', 'src/sessions.ts'])).toEqual([])
  })
})
