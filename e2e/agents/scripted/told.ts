import { type Order, script } from './script.ts'

/** One item of a conversation as a request tells it, without what the program adds by itself. */
export interface Told {
  readonly who: 'user' | 'assistant' | 'call' | 'result'
  /** The words; of a call the tool and its arguments as JSON, of a result what the tool gave back. */
  readonly text: string
}

export interface Call {
  readonly id: string
  readonly name: string
  /** An object of arguments, or the raw text of a tool that takes text. */
  readonly input: unknown
}

export interface Reply {
  readonly text: string
  readonly calls: readonly Call[]
}

export const calling = (name: unknown, input: unknown): Told => ({
  who: 'call',
  text: `${String(name)} ${typeof input === 'string' ? input : JSON.stringify(input)}`
})

/** What programs put around or before the words of a person: environment, instructions, reminders. */
const added = /^\s*(<[a-z_-]+[\s>]|# AGENTS\.md)/

export function saidByUser(text: string): Told[] {
  return text.trim() === '' || added.test(text) ? [] : [{ who: 'user', text: text.trim() }]
}

export function saidByModel(text: string): Told[] {
  return text.trim() === '' ? [] : [{ who: 'assistant', text: text.trim() }]
}

/**
 * What the script says next: the step of the turn whose prompt came last, told by the calls that were made since. A prompt that the
 * script does not know is answered in one sentence.
 */
export function nextReply(history: readonly Told[], toCall: (order: Order, id: string) => Call): Reply {
  const last = history.findLastIndex(({ who }) => who === 'user')
  const prompt = history[last]?.text ?? ''
  const turn = script.find((each) => each.prompt === prompt)
  if (turn === undefined) return { text: answerTo(prompt), calls: [] }
  let made = history.slice(last).filter(({ who }) => who === 'call').length
  for (const [index, { text = '', orders }] of turn.steps.entries()) {
    if (made === 0) {
      const at = `${script.indexOf(turn) + 1}_${index + 1}`
      return { text, calls: orders.map((order, place) => toCall(order, `call_${at}_${place + 1}`)) }
    }
    made -= orders.length
  }
  return { text: turn.final, calls: [] }
}

export const answerTo = (prompt: string): string => `Answer to: ${prompt}`
