import { readdirSync, readFileSync } from 'node:fs'

/** The processes below one, by id, each with its command line. Linux only. */
export function childProcesses(parent: number): readonly { readonly pid: number; readonly command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parentOf = Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
        if (parentOf !== parent) return []
        return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }]
      } catch {
        // It ended while it was looked at.
        return []
      }
    })
}
