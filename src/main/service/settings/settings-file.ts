import { readFileSync, renameSync, statSync } from 'node:fs'
import type { Finding } from '@shared/domain/finding'
import { Settings, type SettingsChange } from '@shared/domain/settings'
import { fail } from '@shared/ipc/errors'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'

/** Keys of other versions are kept, so that going back and forth loses nothing. */
const OnDisk = z.looseObject(Settings.shape)

/** The person's settings, with what was wrong with their file. */
export interface SettingsFile {
  current(): Settings
  /** Set when the file could not be used at the start. */
  readonly finding: Finding | null
  set(changes: SettingsChange): Settings
}

type Stored = z.infer<typeof OnDisk>

interface ReadSettings {
  readonly stored: Stored
  readonly finding: Finding | null
  /** Set when there is a file that cannot even be read: it must not be replaced. */
  readonly keepOff?: true
}

/** Reads settings.json, or starts with the defaults. A file that cannot be used is set aside, never overwritten. */
export function openSettings(path: string, now: number): SettingsFile {
  const { stored, finding, keepOff } = read(path, now)
  let all = stored
  return {
    current: () => Settings.parse(all),
    finding,
    set(changes) {
      if (keepOff)
        fail('refused', `The settings in ${path} cannot be read, so they are not replaced.`, {
          ...(finding?.can && { advice: finding.can })
        })
      const next = OnDisk.parse({ ...all, ...changes })
      writeFileAtomic.sync(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
      all = next
      return Settings.parse(next)
    }
  }
}

function read(path: string, now: number): ReadSettings {
  const stored = OnDisk.parse({})
  let text: string
  try {
    // A pipe would never end, and a device could be anything.
    const found = statSync(path)
    if (!found.isFile()) return keepingOff(path, 'it is no file', 'Move it away.')
    text = readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { stored, finding: null }
    return keepingOff(path, String(code), 'Make the file readable.')
  }
  const parsed = parse(text)
  if (parsed.success) return { stored: parsed.data, finding: null }
  const aside = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`
  renameSync(path, aside)
  const does = `Reprise uses the default settings and kept the old file as ${aside}.`
  return {
    stored,
    finding: problem(path, parsed.problem, does, 'Correct the old file and put it back, or set what you need again.')
  }
}

function keepingOff(path: string, why: string, can: string): ReadSettings {
  const finding = problem(path, why, 'Reprise uses the default settings.', can)
  return { stored: OnDisk.parse({}), finding, keepOff: true }
}

function problem(path: string, why: string, does: string, can: string): Finding {
  return {
    code: 'reprise.settings.damaged',
    severity: 'problem',
    what: 'The settings could not be read.',
    where: `${path}: ${why}`,
    still: 'Everything else works.',
    does,
    can
  }
}

function parse(text: string): { success: true; data: z.infer<typeof OnDisk> } | { success: false; problem: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { success: false, problem: 'not JSON' }
  }
  const parsed = OnDisk.safeParse(value)
  if (parsed.success) return { success: true, data: parsed.data }
  return { success: false, problem: parsed.error.issues.map((issue) => issue.path.join('.') || 'root').join(', ') }
}
