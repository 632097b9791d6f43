/** JSON with sorted keys and no spaces: equal values give equal text. Keys whose value is undefined are left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const given = value as Readonly<Record<string, unknown>>
  let text = ''
  for (const key of Object.keys(given).sort()) {
    if (given[key] === undefined) continue
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(given[key])}`
  }
  return `{${text}}`
}
