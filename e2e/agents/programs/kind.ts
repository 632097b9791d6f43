import type { Protocol } from '../scripted/protocol.ts'
import type { Order } from '../scripted/script.ts'
import type { Call } from '../scripted/told.ts'

/** Where a program runs in one scenario. */
export interface Place {
  readonly home: string
  readonly workspace: string
  /** Port of the scripted model on loopback. */
  readonly port: number
}

/** What the scenarios have to know of one agent's program. */
export interface Kind {
  readonly agent: 'claude-code' | 'codex' | 'gemini' | 'opencode'
  readonly command: string
  readonly package: string
  /** Exactly this one is installed. */
  readonly version: string
  /** Packages whose install script puts the binary in its place; all others stay off. */
  readonly rebuilds?: true
  readonly protocol: Protocol
  toCall(order: Order, id: string, workspace: string): Call
  /** Files of the home before the first start: path below the home, text. */
  settings(place: Place): Readonly<Record<string, string>>
  environment(place: Place): Readonly<Record<string, string>>
  /** Words after the command for one turn without a terminal, of a new session or of one that is there. */
  words(session: string | null, prompt: string): readonly string[]
  /** How the line of `reprise resume --print` is given a prompt; words with blanks are quoted. */
  readonly goOn: { readonly terminal: boolean; line(printed: string, prompt: string): string }
  /** What its checkpoints put back, and the answers to what the plan asks then; or it only makes them where it asks a person. */
  readonly checkpoints: { readonly files: boolean; readonly answers: Readonly<Record<string, string>> } | 'when asked'
  /** Whether the agent itself counts a call as failed that the script lets fail. */
  fails(order: Order): boolean
}
