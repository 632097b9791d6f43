/** Where in our code an error was made. Its message stands in the stack, too, and may quote a session: it is cut out first. */
export function framesOf({ stack = '', message }: Error): string[] {
  const at = message === '' ? -1 : stack.indexOf(message)
  const after = at < 0 ? stack : stack.slice(at + message.length)
  return after.split('\n').filter((line) => /^\s+at .*\d+:\d+\)?$/.test(line))
}

/** A bug as the log may show it: the kind of error and where it was made. */
export function placeOfBug(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  return [error.name, ...framesOf(error).slice(0, 12)].join('\n')
}
