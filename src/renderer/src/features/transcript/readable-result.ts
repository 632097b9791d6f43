/** Larger results are shown as they are: laying them out anew would be felt. */
const largest = 100_000

/**
 * A result as it is best read: an object or a list in one line becomes JSON with lines and indentation. The Raw tab has it as it is
 * stored. Text whose numbers would not survive a parse is left alone.
 */
export function readableResult(result: string): { readonly text: string; readonly json: boolean } {
  const text = result.replace(/\n+$/, '')
  const plain = { text, json: false }
  if (text.length > largest || !/^[[{]/.test(text.trimStart())) return plain
  try {
    const value: unknown = JSON.parse(text)
    if (JSON.stringify(value) !== withoutSpace(text)) return plain
    return { text: JSON.stringify(value, null, 2), json: true }
  } catch {
    // Not JSON after all.
    return plain
  }
}

/** JSON text without the space between its tokens. */
function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1')
}
