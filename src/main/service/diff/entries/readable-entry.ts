import type { Entry, ToolCall } from '@shared/domain/transcript'

/** Names of arguments that say most about a call, in this order. */
const telling = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'pattern',
  'query',
  'url',
  'description',
  'prompt'
]

/** First words, as far as they are looked at, in UTF-16 units. */
const labelLength = 240

/** All of an entry as a text, so that two of them can be compared line by line. */
export function readableEntry(entry: Entry): string {
  const { text, tool, steps, images } = entry
  const parts = [
    text,
    ...(steps ?? []).map((step) => `- [${step.status}] ${step.text}`),
    ...(tool ? toolParts(tool) : []),
    ...(images ?? []).map(({ mediaType, bytes }) => `[image, ${mediaType}, ${bytes} bytes]`)
  ]
  return parts.filter((part) => part !== '').join('\n')
}

function toolParts(tool: ToolCall): string[] {
  const exit = tool.exitCode == null ? '' : `, exit code ${tool.exitCode}`
  const args = argumentText(tool.arguments)
  return [
    `${tool.name}: ${tool.status}${exit}`,
    ...(args === '' ? [] : ['', args]),
    ...(tool.result === '' ? [] : ['', tool.result])
  ]
}

function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2)
}

/** First words of an entry; of a call the name of its tool comes before, on a line of its own. */
export function entryLabel({ text, tool, steps, images, kind }: Entry): string {
  if (tool) return `${tool.name}\n${oneLine(argumentLine(tool.arguments))}`
  const first = text !== '' ? text : (steps?.[0]?.text ?? images?.[0]?.mediaType ?? kind)
  return oneLine(first)
}

function argumentLine(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const named = telling.map((name) => (value as Record<string, unknown>)[name]).find((each) => typeof each === 'string')
  return (named as string | undefined) ?? JSON.stringify(value)
}

function oneLine(text: string): string {
  const start = text.slice(0, labelLength * 2)
  const line = /[\n\r\t]| {2}/.test(start) ? start.replace(/\s+/g, ' ') : start
  return line.trim().slice(0, labelLength)
}
