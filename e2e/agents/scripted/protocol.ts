import type { Reply, Told } from './told.ts'

export type Json = Readonly<Record<string, unknown>>

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

export const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOf(content)
        .map((part) => String(part['text'] ?? ''))
        .join('\n')

/** What each reply is said to have cost, in tokens. */
export const usagePerReply = { input: 100, output: 10 }

/** The way in which one provider's clients speak with a model. */
export interface Protocol {
  /** Whether a request to this path asks for a reply. */
  readonly asks: RegExp
  /** Whether it is part of the conversation; programs also ask for titles and the like. */
  isConversation(body: Json): boolean
  told(body: Json): Told[]
  /** The reply as the text of the events, streamed at once, or as one document where no stream is asked for. */
  events(reply: Reply, body: Json): string
  document(reply: Reply, body: Json): Json
  streams(body: Json, path: string): boolean
}

/** Server-sent events, each with its own name where the protocol has names. */
export function eventText(events: readonly Json[], named: boolean): string {
  return events
    .map((data) => `${named ? `event: ${String(data['type'])}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
    .join('')
}
