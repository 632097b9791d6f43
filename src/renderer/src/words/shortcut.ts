/** A pressed key with what was held. */
export interface Pressed {
  readonly code: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
}

/**
 * Keys as Electron names them, such as `Control+Alt+R`; null for what cannot serve from everywhere: a key with nothing but Shift held, or one that
 * is no letter, digit, function key or space. By the place of the key, since Alt changes the letter on some systems.
 */
export function shortcutOf({ code, ctrlKey, altKey, shiftKey, metaKey }: Pressed): string | null {
  const key = code
    .match(/^(?:Key([A-Z])|Digit(\d)|(F\d{1,2})|(Space))$/)
    ?.slice(1)
    .find(Boolean)
  if (key === undefined || !(ctrlKey || altKey || metaKey)) return null
  const held = [ctrlKey && 'Control', altKey && 'Alt', shiftKey && 'Shift', metaKey && 'Super'].filter(Boolean)
  return [...held, key].join('+')
}

/** For people: `Ctrl Alt R`. On macOS the first key is Cmd. */
export function shortcutWords(keys: string, mac: boolean): string {
  const words: Readonly<Record<string, string>> = {
    CommandOrControl: mac ? 'Cmd' : 'Ctrl',
    Control: 'Ctrl',
    Super: mac ? 'Cmd' : 'Super'
  }
  return keys
    .split('+')
    .map((key) => words[key] ?? key)
    .join(' ')
}
