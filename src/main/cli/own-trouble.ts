import type { Service } from '../service/service'
import { plainText } from './output/plain-text'

/** One line for people about settings that were not taken, since places of sessions may be among them; null when all is well. */
export function ownTrouble({ settings }: Pick<Service['parts'], 'settings'>): string | null {
  if (settings.finding === null) return null
  const { what, where, does, can } = settings.finding
  const texts = [`${what} ${where ?? ''}`.trim(), does, can].filter((text) => text !== undefined)
  return `reprise: ${texts.map(plainText).join('\n  ')}\n`
}
