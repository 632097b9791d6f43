import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Memory of a process in bytes: what it holds now, and the most it ever held (0 where the system does not say). */
export interface Memory {
  readonly now: number
  readonly peak: number
}

function kilobytes(status: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) * 1024
}

export function memoryOf(pid: number): Memory {
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { now: kilobytes(status, 'VmRSS'), peak: kilobytes(status, 'VmHWM') }
  }
  if (process.platform === 'win32') return { now: 0, peak: 0 }
  return { now: Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024, peak: 0 }
}

/** Processor time that a process has used, in ms; null where the system does not say. */
export function processorTime(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold blanks; user and system time are the 12th and 13th fields after it, in ticks of 10 ms.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Bytes that a process has read so far from files, pipes and the like, from memory or from the disk; null where the system does not say. */
export function bytesRead(pid: number): number | null {
  if (process.platform !== 'linux') return null
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  return Number(/^rchar:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}
