import type { ToolCall } from '@shared/domain/transcript'
import { describe, expect, it } from 'vitest'
import { argumentsText, entryText, outcome, summaryIsAll, toolSummary } from './tool-facts'

const tool = (more: Partial<ToolCall>): ToolCall => ({
  name: 'shell',
  status: 'ok',
  arguments: {},
  result: '',
  durationMs: null,
  ...more
})

describe('toolSummary', () => {
  it('takes the argument that says most', () => {
    expect(toolSummary(tool({ arguments: { timeout: 5, command: 'cargo test\nsecond' } }))).toBe('cargo test')
    expect(toolSummary(tool({ arguments: { command: ['ls', '-l'] } }))).toBe('ls -l')
    expect(toolSummary(tool({ arguments: { odd: 'x' } }))).toBe('x')
    expect(toolSummary(tool({ arguments: 'free text' }))).toBe('free text')
    expect(toolSummary(tool({ arguments: null }))).toBe('')
  })
})

describe('summaryIsAll', () => {
  it('is true only where nothing is left out', () => {
    expect(summaryIsAll(tool({ arguments: { command: 'ls' } }))).toBe(true)
    expect(summaryIsAll(tool({ arguments: { command: 'ls', cwd: '/tmp' } }))).toBe(false)
    expect(summaryIsAll(tool({ arguments: { command: 'ls\npwd' } }))).toBe(false)
    expect(summaryIsAll(tool({ arguments: {} }))).toBe(true)
  })
})

describe('outcome', () => {
  it('says the word, the exit code and the duration that are known', () => {
    expect(outcome(tool({ exitCode: 0, durationMs: 6200 }))).toBe('exit 0, 6.2 s')
    expect(outcome(tool({ status: 'failed' }))).toBe('failed')
    expect(outcome(tool({ status: 'running' }))).toBe('no result yet')
    expect(outcome(tool({}))).toBe('')
  })
})

describe('entryText', () => {
  it('holds name, arguments and result of a call', () => {
    const text = entryText({
      id: 'e',
      kind: 'tool',
      at: null,
      text: '',
      tool: tool({ arguments: { command: 'ls' }, result: 'a b' })
    })
    expect(text).toBe('shell\n\n{\n  "command": "ls"\n}\n\na b')
  })
  it('is the text of other entries', () =>
    expect(entryText({ id: 'e', kind: 'user', at: null, text: 'hi' })).toBe('hi'))
})

describe('argumentsText', () => {
  it('is empty where there are none', () => expect([null, undefined, {}].map(argumentsText)).toEqual(['', '', '']))
})
