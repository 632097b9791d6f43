import type { SecretReport } from '@shared/domain/secret'
import { counted } from '../../words/numbers'

/** `3 kinds, 34 places`; or that nothing was found. */
export function reportTitle({ kinds, total }: SecretReport): string {
  if (total === 0) return 'No secrets were found in this session'
  return `Secrets: ${counted(kinds.length, 'kind')}, ${counted(total, 'place')}`
}

const fields = { text: 'text', arguments: 'arguments of a tool', result: 'result of a tool' } as const

export const fieldWords = (field: keyof typeof fields): string => fields[field]
