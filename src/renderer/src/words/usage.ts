import type { TokenUsage } from '@shared/domain/transcript'
import { count, counted } from './numbers'

/** Tokens of a session: `9,300 tokens in, 370 out, 5,600 cached, 7 replies`. */
export function usageWords({ input, output, cached, replies }: TokenUsage): string {
  const parts = [`${count(input)} tokens in`, `${count(output)} out`, `${count(cached)} cached`]
  return [...parts, counted(replies, 'reply', 'replies')].join(', ')
}
