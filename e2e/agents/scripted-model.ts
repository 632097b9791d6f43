import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Item = Readonly<Record<string, unknown>>

/** One request as the model saw it: the whole history, also where the client only sent what was new. */
export interface Received {
  readonly model: string
  readonly input: readonly Item[]
}

/** First paragraphs of the user and the assistant, in order: what a person would call the conversation. */
export function conversation({ input }: Received): string[] {
  return input.flatMap((item) => {
    if (item['role'] !== 'user' && item['role'] !== 'assistant') return []
    const text = textOf(item['content'])
    // What the program adds by itself, in messages of its own or after the words of a prompt, is no part of the conversation.
    return text.startsWith('<') ? [] : [text.split('\n\n')[0] ?? '']
  })
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { text?: string }) => part.text ?? '').join('')
}

/** Answers every prompt with `Answer to: <prompt>`, over WebSocket and over server-sent events, on loopback only. */
export class ScriptedModel {
  readonly received: Received[] = []
  readonly #server: Server
  readonly #histories = new Map<string, readonly Item[]>()

  constructor() {
    this.#server = createServer((request, response) => void this.#overHttp(request, response))
    const sockets = new WebSocketServer({ noServer: true })
    this.#server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (client) => this.#overSocket(client))
    )
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #overSocket(client: WebSocket): void {
    client.on('message', (data) => {
      const body = JSON.parse(String(data)) as Item
      if (body['type'] !== 'response.create') return
      for (const event of this.#answer(body)) client.send(JSON.stringify(event))
    })
  }

  async #overHttp(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (!request.url?.endsWith('/responses')) return void response.writeHead(404).end('{}')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of this.#answer(JSON.parse(Buffer.concat(pieces).toString()) as Item)) {
      response.write(`event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  }

  #answer(body: Item): Item[] {
    const earlier = this.#histories.get(String(body['previous_response_id'])) ?? []
    const input = [...earlier, ...(Array.isArray(body['input']) ? (body['input'] as Item[]) : [])]
    const response = { id: `resp_${randomUUID()}`, object: 'response', created_at: 0, model: body['model'], output: [] }
    const created = { type: 'response.created', response: { ...response, status: 'in_progress' } }
    const completed = (output: readonly Item[]) => {
      this.#histories.set(response.id, [...input, ...output])
      return { type: 'response.completed', response: { ...response, status: 'completed', output, usage } }
    }
    // A client may warm its connection up without asking for an answer.
    if (body['generate'] === false) return [created, completed([])]
    this.received.push({ model: String(body['model']), input })
    const prompt = conversation({ model: '', input }).at(-1) ?? ''
    return [created, ...messageEvents(`Answer to: ${prompt}`), completed([messageItem(`Answer to: ${prompt}`)])]
  }
}

const usage = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: 10,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 110
}

function messageItem(text: string): Item {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return {
    type: 'message',
    id: `msg_${randomUUID()}`,
    role: 'assistant',
    status: 'completed',
    phase: 'final_answer',
    content
  }
}

function messageEvents(text: string): Item[] {
  const item = messageItem(text)
  const place = { output_index: 0, item_id: item['id'], content_index: 0 }
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', ...place, delta: text },
    { type: 'response.output_text.done', ...place, text },
    { type: 'response.output_item.done', output_index: 0, item }
  ]
}
