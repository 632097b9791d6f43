/** A change in the form that coding agents pass to their patch tool. */
export function patchText(path: string, before: string, after: string): string {
  const lines = (text: string, sign: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${sign}${line}`)
  const head = before === '' ? `*** Add File: ${path}` : `*** Update File: ${path}`
  const body = before === '' ? lines(after, '+') : ['@@', ...lines(before, '-'), ...lines(after, '+')]
  return ['*** Begin Patch', head, ...body, '*** End Patch', ''].join('\n')
}
