import { join } from 'node:path'
import log from 'electron-log/node'
import { tellUnwritten } from '../service/unwritten-log'
import { makePrivateFolder } from './private-folder'

/** Our log: facts about the program, never what a session, a request or an answer holds. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** A log file in our own folder that only its owner can read; at 2 MB it is set aside once. */
export function openLog(home: string): Log {
  const folder = makePrivateFolder(join(home, 'logs'))
  const file = log.transports.file
  file.resolvePathFn = () => join(folder, 'reprise.log')
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  file.maxSize = 2 * 1024 * 1024
  file.level = 'info'
  const terminal = log.transports.console
  terminal.level = 'warn'
  const write = terminal.writeFn
  terminal.writeFn = (options) => {
    if (!tellUnwritten(options.message.data)) write(options)
  }
  return log
}

/** Of what a crashed process printed, only names of errors and places in our code: messages may quote a session. */
export function withoutContents(output: string): string {
  return output
    .split('\n')
    .flatMap((line) => line.match(/^\s+at .*/)?.[0] ?? line.match(/^(?:Uncaught )?(\w*Error)\b/)?.[1] ?? [])
    .slice(0, 40)
    .join('\n')
}
