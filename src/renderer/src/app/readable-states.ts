/** States of a session in which there is a transcript. */
export const readable: ReadonlySet<string> = new Set(['ok', 'partial', 'older'])
