import type { ToService } from '@shared/ipc/message'

/** A running service process, however it was started. */
export interface ServiceLink {
  send(message: ToService): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, with the exit code and what the process printed last. */
  onExit(listener: (code: number | null, output: string) => void): void
  kill(): void
}

export type Transport = 'utility process' | 'forked Node'

export interface ServiceProgram {
  readonly transport: Transport
  /** The script to run. */
  readonly entry: string
  /** The Node that runs it when it is forked. */
  readonly node: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
}

/** better-sqlite3 needs Node-API 10, which Electron's own Node has since Electron 36. */
export const transportFor = (nodeApi: string | undefined): Transport =>
  Number(nodeApi ?? 0) >= 10 ? 'utility process' : 'forked Node'

/** The end of what a process prints, for the log when it dies. Reading it also keeps its pipes from filling up. */
export function keepOutput(...streams: readonly (NodeJS.ReadableStream | null)[]): () => string {
  const kept = 4000
  let text = ''
  for (const stream of streams)
    stream?.on('data', (chunk: Buffer | string) => {
      text = (text + chunk.toString()).slice(-kept)
    })
  return () => text
}
