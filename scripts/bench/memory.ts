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
