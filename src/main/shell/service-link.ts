import { type ChildProcess, fork } from 'node:child_process'
import type { ToService } from '@shared/ipc/message'
import { MessageChannelMain, utilityProcess } from 'electron'

/** A running service process: the one thing that differs between its two ways to be started is in this file. */
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

const kept = 4000

export function startService(program: ServiceProgram): ServiceLink {
  return program.transport === 'utility process' ? startUtility(program) : startForked(program)
}

function startUtility({ entry, args, env }: ServiceProgram): ServiceLink {
  const child = utilityProcess.fork(entry, [...args], {
    serviceName: 'Reprise service',
    stdio: 'pipe',
    env: { ...env }
  })
  const { port1, port2 } = new MessageChannelMain()
  child.postMessage({ type: 'connect' }, [port2])
  const output = keepOutput(child.stdout, child.stderr)
  return {
    send: (message) => port1.postMessage(message),
    onMessage(listener) {
      port1.on('message', (event) => listener(event.data))
      port1.start()
    },
    onExit: (listener) => void child.once('exit', (code) => listener(code, output())),
    kill: () => void child.kill()
  }
}

function startForked({ entry, node, args, env }: ServiceProgram): ServiceLink {
  const child: ChildProcess = fork(entry, [...args], { execPath: node, execArgv: [], env: { ...env }, silent: true })
  const output = keepOutput(child.stdout, child.stderr)
  return {
    // A service that has just died is told by its exit; the failed send says nothing new.
    send: (message) => void (child.connected && child.send(message, () => undefined)),
    onMessage: (listener) => void child.on('message', listener),
    onExit(listener) {
      let told = false
      const tell = (code: number | null, more = '') => {
        if (!told) listener(code, output() + more)
        told = true
      }
      child.once('close', (code) => tell(code))
      child.once('error', (error) => tell(null, `${error.name}\n`))
    },
    kill: () => void child.kill('SIGKILL')
  }
}

/** The end of what a process prints, for the log when it dies. Reading it also keeps its pipes from filling up. */
function keepOutput(...streams: (NodeJS.ReadableStream | null)[]): () => string {
  let text = ''
  for (const stream of streams)
    stream?.on('data', (chunk: Buffer | string) => {
      text = (text + chunk.toString()).slice(-kept)
    })
  return () => text
}
