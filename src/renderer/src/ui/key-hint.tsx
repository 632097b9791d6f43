const mac = navigator.platform.startsWith('Mac')
const onMac: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Alt: '⌥', Enter: '↵', Esc: 'esc' }

/** Keys as the person's system writes them: `Ctrl K`, on macOS `⌘ K`. */
export function keyText(keys: string): string {
  return mac ? keys.replace(/[A-Za-z]+/g, (word) => onMac[word] ?? word) : keys
}

/** Keys in one quiet cap. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd className="inline-grid h-18 min-w-18 place-items-center rounded-badge bg-hover px-5 font-sans text-[11px] leading-none font-medium text-text-2">
      {keyText(keys)}
    </kbd>
  )
}
