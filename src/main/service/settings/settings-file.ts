import { readFileSync, renameSync } from 'node:fs'
import type { Finding } from '@shared/domain/finding'
import { Settings, type SettingsChange } from '@shared/domain/settings'
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

/** Reads settings.json, or starts with the defaults. A file that cannot be used is set aside, never overwritten. */
export function openSettings(path: string, now: number): SettingsFile {
  const { stored, finding } = read(path, now)
  let all = stored
  return {
    current: () => Settings.parse(all),
    finding,
    set(changes) {
      const next = OnDisk.parse({ ...all, ...changes })
      writeFileAtomic.sync(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
      all = next
      return Settings.parse(next)
    }
  }
}

function read(path: string, now: number): { stored: z.infer<typeof OnDisk>; finding: Finding | null } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { stored: OnDisk.parse({}), finding: null }
    throw error
  }
  const parsed = parse(text)
  if (parsed.success) return { stored: parsed.data, finding: null }
  const aside = `${path}.damaged-${new Date(now).toISOString().replaceAll(':', '-')}`
  renameSync(path, aside)
  return {
    stored: OnDisk.parse({}),
    finding: {
      code: 'reprise.settings.damaged',
      severity: 'problem',
      what: 'The settings could not be read.',
      where: `${path}: ${parsed.problem}`,
      still: 'Everything else works.',
      does: `Reprise uses the default settings and kept the old file as ${aside}.`,
      can: 'Correct the old file and put it back, or set what you need again.'
    }
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
