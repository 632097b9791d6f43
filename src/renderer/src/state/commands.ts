/** What can be asked of whichever part of the window is able to do it now. */
export type CommandName =
  | 'filter.focus'
  | 'list.focus'
  | 'prompt.previous'
  | 'prompt.next'
  | 'entry.copy'
  | 'find.open'
  | 'hit.next'
  | 'hit.previous'
  | 'change.next'
  | 'change.previous'
  | 'compare.now'
  | 'compare.copy'
  | 'session.compare'
  | 'checkpoint.previous'
  | 'checkpoint.next'
  | 'restore.plan'
  | 'entry.restore'
  | 'entry.fork'
  | 'session.resume'
  | 'session.resume-check'
  | 'session.keep'
  | 'session.export'
  | 'session.fork'
  | 'session.delete'
  | 'session.collect'
  | 'session.migrate'

const handlers = new Map<CommandName, (() => void)[]>()

/** Offers to carry a command out while something is mounted; returns the function that ends the offer. The newest offer wins. */
export function offerCommand(name: CommandName, handler: () => void): () => void {
  const offers = handlers.get(name) ?? []
  handlers.set(name, offers)
  offers.push(handler)
  return () => {
    offers.splice(offers.indexOf(handler), 1)
  }
}

/** Whether something would carry a command out now. */
export function isOffered(name: CommandName): boolean {
  return (handlers.get(name)?.length ?? 0) > 0
}

/** Carries a command out; false when nothing offers it now. */
export function runCommand(name: CommandName): boolean {
  const handler = handlers.get(name)?.at(-1)
  handler?.()
  return handler !== undefined
}
