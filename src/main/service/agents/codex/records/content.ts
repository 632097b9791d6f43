import { asList, asObject, asText, isObject } from '../../json-access'

/** Text of content parts of any spelling: `input_text`, `output_text`, `text`, `Text`, or the text itself. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) => (isObject(part) ? (asText(part.text) ?? '') : (asText(part) ?? '')))
    .filter((text) => text !== '')
    .join('\n')
}

/** What a person typed, of the content of a user item; wrappers around attached images are left out. */
export function promptOf(content: unknown): string {
  return asList(content)
    .map((part) => asText(asObject(part).text) ?? '')
    .filter((text) => text !== '' && !/^<image name=[^>]*>$|^<\/image>$/.test(text))
    .join('\n')
}

const wrappers = [
  '<environment_context>',
  '<user_instructions>',
  '<turn_aborted>',
  '<permissions instructions>',
  '<skills_instructions>',
  '<skill>',
  '<subagent_notification>',
  '<user_shell_command>',
  '<INSTRUCTIONS>',
  '# AGENTS.md instructions'
]

/** Whether a message in the role of the user was put there by Codex and not typed (format: "Not a prompt"; cases: C12). */
export function isInjected(payload: Readonly<Record<string, unknown>>): boolean {
  const passed = asObject(payload.internal_chat_message_metadata_passthrough).content_item_kinds
  const kinds = asList(passed).filter((kind) => typeof kind === 'string')
  if (kinds.length > 0) return !kinds.some((kind) => kind.startsWith('user.'))
  const text = textOf(payload.content).trimStart()
  return wrappers.some((wrapper) => text.startsWith(wrapper))
}

/** Names of the parts of an injected message, for a line that says what it is. */
export function contextNames(content: unknown): string {
  const names = asList(content).flatMap((part) => {
    const text = (asText(asObject(part).text) ?? '').trimStart()
    const tag = /^<([^<>\n/]{1,60})>/.exec(text)?.[1]
    return tag === undefined ? [text.slice(0, 60).split('\n')[0] ?? ''] : [tag]
  })
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 8).join(', ')
}
