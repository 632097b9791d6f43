import { join } from 'node:path'
import { anthropic } from '../scripted/anthropic.ts'
import type { Order } from '../scripted/script.ts'
import type { Kind } from './kind.ts'

const tools = ['--allowedTools', 'Bash,Read,Edit,Write']

function toolFor(order: Order, workspace: string): { name: string; input: unknown } {
  if (order.kind === 'run') return { name: 'Bash', input: { command: order.command, description: 'Look' } }
  const file_path = join(workspace, order.path)
  if (order.kind === 'write') return { name: 'Write', input: { file_path, content: order.content } }
  if (order.kind === 'read') return { name: 'Read', input: { file_path } }
  return { name: 'Edit', input: { file_path, old_string: order.before, new_string: order.after } }
}

export const claudeCode: Kind = {
  agent: 'claude-code',
  command: 'claude',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  rebuilds: true,
  protocol: anthropic,
  toCall: (order, id, workspace) => ({ id, ...toolFor(order, workspace) }),
  settings: () => ({}),
  environment: ({ port }) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'scripted',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // File history is off in runs without a terminal otherwise.
    CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1'
  }),
  words: (session, prompt) => [...(session === null ? [] : ['--resume', session]), '-p', prompt, ...tools],
  goOn: { terminal: false, line: (printed, prompt) => `${printed} -p ${prompt} ${tools.join(' ')}` },
  checkpoints: { files: true, answers: { what: 'both' } },
  fails: (order) => 'fails' in order
}
