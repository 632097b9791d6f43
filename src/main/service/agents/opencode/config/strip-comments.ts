/**
 * JSON out of JSON with comments and commas too many: they become blanks, so that a mistake keeps its place. Texts stay as they are.
 * Takes time linear in the text.
 */
export function stripComments(text: string): string {
  const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
  const plain = text.replace(tokens, (token) => (token.startsWith('"') ? token : token.replace(/[^\n]/g, ' ')))
  const parts = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|,(?=\s*[}\]])/g
  return plain.replace(parts, (token) => (token === ',' ? ' ' : token))
}
