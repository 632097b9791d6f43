import { responses } from '../scripted/responses.ts'
import type { Order } from '../scripted/script.ts'
import type { Kind, Place } from './kind.ts'

const config = ({ port, workspace }: Place) => `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"

[analytics]
enabled = false

[projects."${workspace}"]
trust_level = "trusted"

[notice.model_migrations]
"gpt-5.5" = "gpt-6-sol"
`

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

function toolFor(order: Order): { name: string; input: unknown } {
  if (order.kind === 'run') return { name: 'exec_command', input: { cmd: order.command } }
  if (order.kind === 'read') return { name: 'exec_command', input: { cmd: `cat ${order.path}` } }
  if (order.kind === 'write') {
    const added = order.content.trimEnd().split('\n')
    return { name: 'apply_patch', input: patch(`*** Add File: ${order.path}`, ...added.map((line) => `+${line}`)) }
  }
  return { name: 'apply_patch', input: patch(`*** Update File: ${order.path}`, '@@', ...changed(order)) }
}

/** A patch names whole lines: the script's pieces of a line with what stands around them in the two files that it edits. */
function changed({ path, before, after }: Extract<Order, { kind: 'edit' }>): string[] {
  const line = (text: string) => (path.endsWith('.js') ? `  return '${text}'` : text)
  return [`-${line(before)}`, `+${line(after)}`]
}

export const codex: Kind = {
  agent: 'codex',
  command: 'codex',
  package: '@openai/codex',
  version: '0.171.0',
  protocol: responses,
  toCall: (order, id) => ({ id, ...toolFor(order) }),
  settings: (place) => ({ '.codex/config.toml': config(place) }),
  environment: () => ({ SCRIPTED_KEY: 'scripted' }),
  words: (session, prompt) => [
    'exec',
    '--skip-git-repo-check',
    ...(session === null ? [] : ['resume', session]),
    prompt
  ],
  goOn: { terminal: true, line: (printed, prompt) => `${printed} --no-daemon ${prompt}` },
  checkpoints: { files: false, answers: {} },
  fails: (order) => 'fails' in order
}
