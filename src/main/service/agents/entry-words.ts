import type { Entry } from '@shared/domain/transcript'

const kindNames: Readonly<Record<Entry['kind'], string>> = {
  user: 'Prompt',
  assistant: 'Reply',
  thinking: 'Thinking',
  tool: 'Tool call',
  shell: 'Shell command',
  plan: 'Plan',
  notice: 'Notice',
  image: 'Image',
  unrecognised: 'Unrecognised record'
}

/** By the clock of this machine. Without Intl: its data take a start 20 ms and some megabytes in each thread. */
function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Characters of an entry that are enough to know it by. */
const enough = 60

/** An entry as the page names it, with its first words, for a sentence about it: `Thinking, 11:51, “The user wants a conversion …”`. */
export function entryWords({ kind, tool, at, text }: Pick<Entry, 'kind' | 'tool' | 'at' | 'text'>): string {
  const name = kind === 'tool' && tool ? `${kindNames.tool} ${tool.name}` : kindNames[kind]
  const words = firstWords(text)
  return [name, at === null ? '' : clockTime(at), words === '' ? '' : `“${words}”`].filter(Boolean).join(', ')
}

function firstWords(text: string): string {
  const characters = Array.from(
    text
      .slice(0, 8 * enough)
      .replace(/\s+/g, ' ')
      .trim()
  )
  if (characters.length <= enough) return characters.join('')
  const cut = characters.slice(0, enough).join('')
  const wholeWords = cut.replace(/\s+\S*$/, '')
  return `${wholeWords.length > enough / 2 ? wholeWords : cut}…`
}
