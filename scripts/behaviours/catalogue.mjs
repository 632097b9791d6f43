import { readFileSync } from 'node:fs'

/** Sections of the table: a list of behaviours or cases each, in `<file>.txt` as `id | what holds | where a person meets it`. */
export const sections = [
  { file: 'gestura', title: 'gestura' },
  { file: 'tact', title: 'tact' },
  { file: 'a3s', title: 'a3s' },
  { file: 'cases', title: 'Reported trouble' },
  { file: 'peers', title: 'What other viewers get wrong' }
]

/** Rows of one section, in order. A line that has not three parts is a mistake in the list itself. */
export function rowsOf(file) {
  const lines = readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [id, what, where, ...more] = line.split(' | ')
    if (!id || !what || !where || more.length > 0) throw new Error(`${file}.txt: not three parts: ${line}`)
    return { id, what, where }
  })
}

export const allRows = () => sections.flatMap(({ file }) => rowsOf(file))

/** A row whose feature does not exist: it has no test, and must be given a place as soon as it has one. */
export const isNotYet = ({ where }) => where.startsWith('not yet: ')
