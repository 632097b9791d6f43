/** What an assistant's text says in lists under headings. */
export interface HeadedLists {
  readonly decisions: readonly string[]
  readonly blockers: readonly string[]
  readonly next_actions: readonly string[]
  readonly open_questions: readonly string[]
  readonly findings: readonly string[]
}

type Name = keyof HeadedLists

const headings: Readonly<Record<string, Name>> = {
  decision: 'decisions',
  decisions: 'decisions',
  blocker: 'blockers',
  blockers: 'blockers',
  'next step': 'next_actions',
  'next steps': 'next_actions',
  'next action': 'next_actions',
  'next actions': 'next_actions',
  'open question': 'open_questions',
  'open questions': 'open_questions',
  finding: 'findings',
  findings: 'findings'
}

const item = /^\s*(?:[-*•]|\d{1,3}[.)])\s+(\S.*)$/

/** Reads the items of lists that stand under one of the known headings, with or without marks of Markdown. */
export function headedLists(text: string): HeadedLists {
  const found: Record<Name, string[]> = {
    decisions: [],
    blockers: [],
    next_actions: [],
    open_questions: [],
    findings: []
  }
  let under: Name | null = null
  for (const line of text.split('\n')) {
    const heading = headingOf(line)
    const listed = item.exec(line)?.[1]?.trim()
    if (heading !== undefined) under = heading
    else if (listed !== undefined && under !== null) found[under].push(listed)
    else if (line.trim() !== '') under = null
  }
  return found
}

/** null for a heading of something else; undefined for a line that is none. */
function headingOf(line: string): Name | null | undefined {
  const marked = /^\s*(?:#{1,6}\s+(.+?)|\*\*(.+?)\*\*|([^:]{1,40})):?\s*$/.exec(line)
  const words = (marked?.[1] ?? marked?.[2] ?? marked?.[3])
    ?.replace(/[*:]+$/, '')
    .trim()
    .toLowerCase()
  if (words === undefined || item.test(line)) return undefined
  if (Object.hasOwn(headings, words)) return headings[words]
  return /^\s*#|:\s*$/.test(line) ? null : undefined
}
