import { type Fields, listOf, textOf } from '../reading/fields'

const places: Readonly<Record<string, string>> = {
  GuiText: 'in the window, typed',
  GuiVoice: 'in the window, spoken',
  CliTui: 'in the terminal UI',
  CliBasic: 'on the command line',
  Orchestrator: 'by the orchestrator'
}

/**
 * What the notice about a paused turn says. Its history, input and finished calls repeat what the transcript shows already, and its
 * system prompt is nobody's words: only the unfinished reply is new.
 */
export function pausedText(paused: Fields): string {
  const source = textOf(paused.source)
  const place = source === null ? undefined : places[source]
  const step = typeof paused.iteration === 'number' ? ` at step ${paused.iteration}` : ''
  const calls = listOf(paused.completed_tool_calls).length
  const done = calls === 0 ? '' : `, after ${calls} tool ${calls === 1 ? 'call' : 'calls'}`
  const first = `The turn was paused${step}${done}. It was started ${place ?? 'in an unknown place'}.`
  const partial = textOf(paused.partial_content) ?? ''
  return partial.trim() === '' ? first : `${first}\n\nUnfinished reply:\n${partial}`
}
