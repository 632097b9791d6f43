import type { Random } from '../random.ts'
import type { InventedText } from './invented-text.ts'
import { pictureData, type ToolResult } from './session-records.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly result: ToolResult
}

interface Making {
  readonly random: Random
  readonly text: InventedText
  readonly cwd: string
  /** How long the result shall be, in bytes. */
  readonly size: number
}

function command({ random, text, size }: Making): Omit<ToolCall, 'id'> {
  const failed = random.chance(0.08)
  const stdout = text.output(size)
  const kept = failed ? `Error: Exit code 1\n${stdout}` : { stdout, stderr: '', interrupted: false, isImage: false }
  const input = { command: `npm test -- ${text.path()}`, description: text.identifier() }
  return { name: 'Bash', input, result: { content: failed ? `Exit code 1\n${stdout}` : stdout, kept, failed } }
}

function reading({ text, cwd, size }: Making): Omit<ToolCall, 'id'> {
  const filePath = `${cwd}/${text.path()}`
  const content = text.code(size)
  const lines = content.split('\n')
  const numbered = lines.map((line, index) => `${index + 1}\t${line}`).join('\n')
  const file = { filePath, content, numLines: lines.length, startLine: 1, totalLines: lines.length }
  return {
    name: 'Read',
    input: { file_path: filePath },
    result: { content: numbered, kept: { type: 'text', file }, failed: false }
  }
}

function editing({ random, text, cwd }: Making): Omit<ToolCall, 'id'> {
  const filePath = `${cwd}/${text.path()}`
  const oldString = text.code(random.integer(40, 400))
  const newString = text.code(random.integer(40, 500))
  const lines = [...oldString.split('\n').map((line) => `-${line}`), ...newString.split('\n').map((line) => `+${line}`)]
  const structuredPatch = [{ oldStart: 3, oldLines: 5, newStart: 3, newLines: 6, lines }]
  const kept = {
    filePath,
    oldString,
    newString,
    originalFile: null,
    structuredPatch,
    userModified: false,
    replaceAll: false
  }
  const input = { file_path: filePath, old_string: oldString, new_string: newString, replace_all: false }
  return { name: 'Edit', input, result: { content: `The file ${filePath} has been updated.`, kept, failed: false } }
}

function writing({ text, cwd, size }: Making): Omit<ToolCall, 'id'> {
  const filePath = `${cwd}/${text.path()}`
  const content = text.code(size)
  const kept = { type: 'create', filePath, content, structuredPatch: [], originalFile: null }
  return {
    name: 'Write',
    input: { file_path: filePath, content },
    result: { content: `File created at: ${filePath}`, kept, failed: false }
  }
}

/** A call of a tool with its result, in about the mixture that the samples of this project have. */
export function toolCall(making: Making): ToolCall {
  const { random } = making
  const draw = random.next()
  const make = draw < 0.5 ? command : draw < 0.76 ? reading : draw < 0.93 ? editing : writing
  return { id: `toolu_01${random.hex(22)}`, ...make(making) }
}

/** A picture that was looked at. */
export function pictureCall({ random, text, cwd }: Making): ToolCall {
  const id = `toolu_01${random.hex(22)}`
  const data = pictureData(id, random.integer(100, 700))
  const content = [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }]
  const file = { base64: data, type: 'image/png', originalSize: (data.length * 3) >> 2 }
  const input = { file_path: `${cwd}/${text.path()}.png` }
  return { id, name: 'Read', input, result: { content, kept: { type: 'image', file }, failed: false } }
}
