import type { SessionSummary } from '@shared/domain/session'
import { useAnswer } from '../../state/answer'

export interface PaletteCommand {
  readonly name: string
  readonly keys?: string
  isAvailable?(): boolean
  run(): void
}

export type Choice =
  | { readonly kind: 'session'; readonly session: SessionSummary }
  | { readonly kind: 'command'; readonly command: PaletteCommand }

/** Sessions shown before anything is typed, and at most. */
const shownAtFirst = 7
const shown = 20

/** What the typed words lead to: sessions first, then commands; after `>` commands alone. */
export function useChoices(
  text: string,
  commands: readonly PaletteCommand[],
  commandOf: (text: string) => PaletteCommand | null
): { choices: Choice[]; loading: boolean } {
  const onlyCommands = text.startsWith('>')
  const words = text.replace(/^>/, '').trim().toLowerCase()
  const answer = useAnswer(
    'sessions.page',
    onlyCommands
      ? null
      : { query: { ...(words ? { text: words } : {}) }, offset: 0, limit: words ? shown : shownAtFirst }
  )
  const sessions = onlyCommands ? [] : (answer.value?.rows ?? [])
  const matching = commands.filter(
    (command) =>
      command.isAvailable?.() !== false && words.split(/\s+/).every((word) => command.name.toLowerCase().includes(word))
  )
  const own = commandOf(text)
  return {
    choices: [
      ...sessions.map((session) => ({ kind: 'session' as const, session })),
      ...[...(own ? [own] : []), ...matching].map((command) => ({ kind: 'command' as const, command }))
    ],
    loading: !onlyCommands && answer.loading && answer.value === undefined
  }
}
