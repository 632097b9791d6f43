import { KeyHint } from '../ui/key-hint'
import { counted } from '../words/numbers'

/** How much was found, and what the keys do. Nothing is said before the first answer. */
export function QuickFooter({
  found,
  text
}: {
  found: { total: number; rows: readonly unknown[] } | null
  text: string
}) {
  return (
    <footer className="flex h-30 flex-none items-center gap-16 border-t border-line bg-rail px-16 text-small text-text-2">
      <span aria-live="polite" className="flex-1">
        {found === null ? '' : summaryOf(found.total, found.rows.length, text)}
      </span>
      <Hint keys="Enter" does="Resume" />
      <Hint keys="Ctrl Enter" does="Open in Reprise" />
      <Hint keys="Esc" does="Close" />
    </footer>
  )
}

function Hint({ keys, does }: { keys: string; does: string }) {
  return (
    <span className="flex items-center gap-6">
      <KeyHint keys={keys} />
      {does}
    </span>
  )
}

function summaryOf(total: number, shown: number, text: string): string {
  if (total === 0) return text.trim() === '' ? 'There are no sessions yet' : 'No session has all these words'
  return total > shown ? `${counted(total, 'session')}, the newest ${shown} are shown` : counted(total, 'session')
}
