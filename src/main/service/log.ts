import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { OwnFolder } from './own-folder'
import { maskWords } from './redaction/mask-answer'
import { tellUnwritten } from './unwritten-log'

/** Our log: facts about the program, never what a session, a request or an answer holds. */
export interface Log {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

/** A log file in our own folder that only its owner can read; at 2 MB it is set aside once. */
export function openLog({ logs }: OwnFolder, name: string): Log {
  const log = electronLog.create({ logId: `${name} ${logs}` })
  const path = join(logs, `${name}.log`)
  if (existsSync(path) && process.platform !== 'win32') chmodSync(path, 0o600)
  log.transports.file.resolvePathFn = () => path
  log.transports.file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  log.transports.file.maxSize = 2 * 1024 * 1024
  log.transports.file.level = 'info'
  log.transports.console.level = false
  // A line says nothing of a session; should one do so after all, its secrets are masked.
  log.hooks.push((message) => ({ ...message, data: message.data.map(maskWords) }))
  // The library tells all its failures to write a file to the console of its first log, each with a stack.
  electronLog.transports.console.writeFn = ({ message }) => void tellUnwritten(message.data)
  return log
}
