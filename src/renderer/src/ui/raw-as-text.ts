interface Tree {
  type: string
  value?: string
  children?: Tree[]
}

/** Turns HTML inside markdown into plain text before the sanitiser, which would drop it without a word. */
export function rawAsText() {
  return (tree: unknown): void => visit(tree as Tree)
}

function visit(node: Tree): void {
  if (node.type === 'raw') node.type = 'text'
  for (const child of node.children ?? []) visit(child)
}
