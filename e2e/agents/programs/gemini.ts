import { join } from 'node:path'
import { google } from '../scripted/google.ts'
import type { Order } from '../scripted/script.ts'
import type { Kind } from './kind.ts'

const settings = {
  general: { checkpointing: { enabled: true }, enableAutoUpdate: false, sessionRetention: { enabled: false } },
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
  // With one that is named the program does not ask a model which model to take.
  model: { name: 'gemini-2.5-pro' },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false }
}

function toolFor(order: Order, workspace: string): { name: string; input: unknown } {
  if (order.kind === 'run') return { name: 'run_shell_command', input: { command: order.command, description: 'Look' } }
  const file_path = join(workspace, order.path)
  if (order.kind === 'write') return { name: 'write_file', input: { file_path, content: order.content } }
  if (order.kind === 'read') return { name: 'read_file', input: { file_path } }
  const { before: old_string, after: new_string } = order
  return { name: 'replace', input: { file_path, instruction: 'Change the words.', old_string, new_string } }
}

export const gemini: Kind = {
  agent: 'gemini',
  command: 'gemini',
  package: '@google/gemini-cli',
  version: '0.61.0',
  protocol: google,
  toCall: (order, id, workspace) => ({ id, ...toolFor(order, workspace) }),
  settings: () => ({ '.gemini/settings.json': JSON.stringify(settings, null, 2) }),
  environment: ({ port }) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_TRUST_WORKSPACE: 'true'
  }),
  words: (session, prompt) => [...(session === null ? [] : ['--resume', session]), '--yolo', '-p', prompt],
  goOn: { terminal: false, line: (printed, prompt) => `${printed} --yolo -p ${prompt}` },
  checkpoints: 'when asked',
  // A command that ends with another exit code than 0 went well for Gemini CLI.
  fails: (order) => order.kind === 'read' && order.fails === true
}
