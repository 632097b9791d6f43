/** `URL.canParse` is newer than the oldest Node that the shell runs on. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
