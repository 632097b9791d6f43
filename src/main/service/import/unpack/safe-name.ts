import { fail } from '@shared/ipc/errors'
import type { ImportLimits } from './limits'

/** In bytes: what the file systems in use take as one name. */
const longestName = 255

/** Names that Windows takes for devices, with whatever stands after a dot. */
const devices = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const controls = /[\u0000-\u001f\u007f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unseen = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/g

/** Why a name inside an archive is refused; null for one that is a plain path below where it begins. */
export function nameProblem(
  name: string,
  { depth, nameLength }: Pick<ImportLimits, 'depth' | 'nameLength'>
): string | null {
  if (name === '') return 'it is empty'
  if (name.length > nameLength) return `it is longer than ${nameLength} characters`
  if (/^[/\\]/.test(name) || /^[A-Za-z]:/.test(name)) return 'it is a path from the root of a disk'
  if (name.includes('\\')) return 'it holds a backslash, which leads elsewhere on other systems'
  if (controls.test(name)) return 'it holds control characters'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.length > depth) return `it lies more than ${depth} folders deep`
  if (parts.includes('..')) return 'it leads out of the folder that it is unpacked into'
  if (parts.includes('.') || parts.includes('')) return 'it holds an empty name'
  if (parts.some((part) => Buffer.byteLength(part) > longestName))
    return `one name of it has more than ${longestName} bytes`
  if (parts.some((part) => devices.test(part))) return 'it is the name of a device'
  if (parts.some((part) => /[. ]$/.test(part))) return 'it ends with a dot or a blank, which some systems drop'
  return null
}

/** The key under which two names are one on some system. */
export function sameNameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

export function refuseName(name: string, why: string): never {
  return fail('refused', `The archive is not unpacked, because of the name “${shown(name)}”: ${why}.`, {
    advice: 'An archive that an agent or Reprise made has no such names. Ask where this one comes from.',
    data: { name: shown(name), why }
  })
}

/** A name of an archive in a message: short, without anything that a terminal would act on. */
export function shown(name: string): string {
  const plain = name.replace(unseen, '\uFFFD')
  return plain.length > 120 ? `${plain.slice(0, 120)}…` : plain
}
