import type { DiffField, DiffRow } from '@shared/domain/diff'

const signs: Readonly<Record<DiffRow['change'], string>> = {
  same: ' ',
  changed: '~',
  removed: '-',
  added: '+',
  'moved-from': '<',
  'moved-to': '>',
  renamed: '>'
}

/** A row in one line, with its sign: `+` added, `-` removed, `~` changed, `<` and `>` moved away and to. */
export function rowLine(row: DiffRow): string {
  if (row.row === 'entry') {
    const { kind, tool, at, label } = row.b ?? row.a ?? { kind: 'unrecognised', at: null, label: '', tool: undefined }
    const when = at === null ? '' : ` ${new Date(at).toISOString()}`
    return `${signs[row.change]} ${kind}${tool === undefined ? '' : ` ${tool}`}${when}: ${label}`
  }
  const where = row.group === '' ? '' : `${row.group}: `
  const fields = row.fields.map(fieldWords).join(', ')
  return `${signs[row.change]} ${where}${'  '.repeat(row.depth)}${row.label}${fields === '' ? '' : ` (${fields})`}`
}

function fieldWords({ name, differs, a, b }: DiffField): string {
  if (!differs) return `${name} ${valueText(b ?? a)}`
  return `${name}: ${valueText(a)} -> ${valueText(b)}`
}

/** Two masked values that differ look the same. */
export function valueText(value: DiffField['a']): string {
  if (value === null) return 'none'
  return 'text' in value ? value.text.replace(/\s+/g, ' ') : `<masked ${value.masked}>`
}
