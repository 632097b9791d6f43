import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json, Protocol } from './protocol.ts'
import type { Order } from './script.ts'
import { type Call, nextReply, type Told } from './told.ts'

/**
 * A model on loopback that follows the script and keeps what it was told. It is also the proxy of the program under test: whatever
 * that wants to reach besides the model is refused, and its name is kept.
 */
export class CodingModel {
  /** The conversation of each request that was part of one, in order. */
  readonly asked: (readonly Told[])[] = []
  /** Requests beside the conversation: titles, counts of tokens, lists of models. */
  beside = 0
  /** Other hosts that the program wanted to reach. */
  readonly refused: string[] = []
  readonly #protocol: Protocol
  readonly #toCall: (order: Order, id: string) => Call
  readonly #server: Server

  constructor(protocol: Protocol, toCall: (order: Order, id: string) => Call) {
    this.#protocol = protocol
    this.#toCall = toCall
    this.#server = createServer((request, response) => void this.#serve(request, response))
    this.#server.on('connect', (request, socket) => {
      this.refused.push(String(request.url))
      socket.on('error', () => undefined)
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    })
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return (this.#server.address() as AddressInfo).port
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ''
    if (/^https?:/.test(path) && !/^http:\/\/127\.0\.0\.1[:/]/.test(path)) {
      this.refused.push(path)
      response.writeHead(403).end()
    } else if (request.method === 'POST' && this.#protocol.asks.test(path)) {
      this.#answer(JSON.parse(Buffer.concat(pieces).toString()) as Json, path, response)
    } else {
      this.beside++
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ object: 'list', data: [], models: [], input_tokens: 100, totalTokens: 100 }))
    }
  }

  #answer(body: Json, path: string, response: ServerResponse): void {
    const told = this.#protocol.told(body)
    const belongs = this.#protocol.isConversation(body)
    if (belongs) this.asked.push(told)
    else this.beside++
    const reply = belongs ? nextReply(told, this.#toCall) : { text: 'Weather script', calls: [] }
    const streams = this.#protocol.streams(body, path)
    response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' })
    response.end(streams ? this.#protocol.events(reply, body) : JSON.stringify(this.#protocol.document(reply, body)))
  }
}
