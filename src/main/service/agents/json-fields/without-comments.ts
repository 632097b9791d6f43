/** JSON without the comments that the settings may have; every other character keeps its place. */
export function withoutComments(text: string): string {
  const piece = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g
  return text.replace(piece, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')))
}
