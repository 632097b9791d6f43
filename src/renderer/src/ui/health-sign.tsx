export type Health = 'ok' | 'attention' | 'broken' | 'absent'

const words: Readonly<Record<Health, string>> = {
  ok: 'healthy',
  attention: 'needs a look',
  broken: 'cannot be read in full',
  absent: 'not found'
}
const tones: Readonly<Record<Health, string>> = {
  ok: 'text-green',
  attention: 'text-amber',
  broken: 'text-red',
  absent: 'text-text-3'
}

/** Disc, triangle, square or ring: the shape says what the colour says. */
export function HealthSign({ health, className }: { health: Health; className?: string }) {
  return (
    <svg
      role="img"
      aria-label={words[health]}
      viewBox="0 0 10 10"
      className={`size-10 flex-none ${tones[health]} ${className ?? ''}`}
    >
      {health === 'ok' && <circle cx="5" cy="5" r="3.5" fill="currentColor" />}
      {health === 'attention' && <path d="M5 .8 9.6 9.2H.4Z" fill="currentColor" />}
      {health === 'broken' && <rect x="1" y="1" width="8" height="8" rx="1" fill="currentColor" />}
      {health === 'absent' && <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.4" />}
    </svg>
  )
}

/** The sign's meaning in words, to stand beside it. */
export function healthWord(health: Health): string {
  return words[health]
}
