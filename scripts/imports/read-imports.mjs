import { parseSync } from 'vite'

/**
 * One use of another module: `names` are the imported names, `*` for the whole of it. `type` is true when only types
 * come over, which a compiled program no longer shows.
 */

const loaders = new Set(['require', 'getBuiltinModule'])

const calleeName = (callee) => callee.name ?? callee.property?.name

const literal = (node) => (node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined)

const importedName = (specifier) => {
  if (specifier.type === 'ImportSpecifier') return specifier.imported.name ?? specifier.imported.value
  return specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*'
}

/** The use of another module that one syntax node makes, if it makes one. */
function usedBy(node) {
  const source = literal(node.source) ?? literal(node.argument)
  switch (node.type) {
    case 'ImportDeclaration': {
      const names = node.specifiers.map(importedName)
      return { source, names, type: node.importKind === 'type' }
    }
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return source === undefined ? undefined : { source, names: ['*'], type: node.exportKind === 'type' }
    case 'ImportExpression':
      return source === undefined ? undefined : { source, names: ['*'], type: false }
    case 'TSImportType':
      return source === undefined ? undefined : { source, names: ['*'], type: true }
    case 'CallExpression': {
      const module = loaders.has(calleeName(node.callee)) ? literal(node.arguments[0]) : undefined
      return module === undefined ? undefined : { source: module, names: ['*'], type: false }
    }
    default:
      return undefined
  }
}

const readingFlags = new Set(['O_RDONLY', 'O_NONBLOCK', 'O_NOFOLLOW', 'O_DIRECTORY', 'O_NOATIME'])

/** `open` may read or write: a call tells which by its second argument. */
function opensForWriting(node) {
  if (node.type !== 'CallExpression' || !['open', 'openSync'].includes(node.callee.name)) return false
  const flags = node.arguments[1]
  return flags !== undefined && literal(flags) !== 'r' && !combinesReadingFlags(flags)
}

/** `constants.O_RDONLY | constants.O_NONBLOCK` and the like: flags of the system by their names, and none that writes. */
function combinesReadingFlags(flags) {
  const named = [...nodesIn(flags)].flatMap((node) => (node.type === 'MemberExpression' ? [node.property.name] : []))
  return named.includes('O_RDONLY') && named.every((name) => readingFlags.has(name))
}

function* nodesIn(value) {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item)
  else if (value && typeof value === 'object') {
    if (typeof value.type === 'string') yield value
    for (const child of Object.values(value)) yield* nodesIn(child)
  }
}

/** Every use of another module in a file's text, with its line, and the lines that open a file for writing. */
export function readImports(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const lineOf = (node) => text.slice(0, node.start).split('\n').length
  const uses = []
  const writingOpens = []
  for (const node of nodesIn(program)) {
    const use = usedBy(node)
    if (use) uses.push({ ...use, line: lineOf(node) })
    if (opensForWriting(node)) writingOpens.push(lineOf(node))
  }
  return { uses, writingOpens }
}
