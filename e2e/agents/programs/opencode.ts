import { join } from 'node:path'
import { chat } from '../scripted/chat.ts'
import type { Order } from '../scripted/script.ts'
import type { Kind, Place } from './kind.ts'

const model = { name: 'Scripted', limit: { context: 128_000, output: 8_000 }, tool_call: true }

const settings = ({ port }: Place) => ({
  autoupdate: false,
  share: 'disabled',
  model: 'scripted/one',
  small_model: 'scripted/one',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'scripted' },
      models: { one: model }
    }
  },
  permission: { '*': 'allow' }
})

function toolFor(order: Order, workspace: string): { name: string; input: unknown } {
  if (order.kind === 'run') return { name: 'bash', input: { command: order.command, description: 'Look' } }
  const filePath = join(workspace, order.path)
  if (order.kind === 'write') return { name: 'write', input: { filePath, content: order.content } }
  if (order.kind === 'read') return { name: 'read', input: { filePath } }
  return { name: 'edit', input: { filePath, oldString: order.before, newString: order.after } }
}

export const opencode: Kind = {
  agent: 'opencode',
  command: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  rebuilds: true,
  protocol: chat,
  toCall: (order, id, workspace) => ({ id, ...toolFor(order, workspace) }),
  settings: (place) => ({ '.config/opencode/opencode.json': JSON.stringify(settings(place), null, 2) }),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1'
  }),
  words: (session, prompt) => ['run', ...(session === null ? [] : ['--session', session]), prompt],
  goOn: {
    terminal: false,
    line: (printed, prompt) => `${printed.replace(' --session ', ' run --session ')} ${prompt}`
  },
  checkpoints: { files: true, answers: { what: 'both' } },
  // A command that ends with another exit code than 0 went well for opencode.
  fails: (order) => order.kind === 'read' && order.fails === true
}
