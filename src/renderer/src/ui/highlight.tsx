import { common, createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { withMasks } from './masked-text'

const lowlight = createLowlight(common)
/** Longer code is shown without colours: colouring it would be felt. */
const longest = 20_000

const byEnding: Readonly<Record<string, string>> = {
  rs: 'rust',
  py: 'python',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  md: 'markdown',
  yml: 'yaml',
  sh: 'bash',
  zsh: 'bash',
  toml: 'ini',
  html: 'xml',
  h: 'c',
  hpp: 'cpp',
  cc: 'cpp',
  kt: 'kotlin',
  rb: 'ruby',
  cs: 'csharp'
}

/** The language of a file by its ending; undefined where there is none that can be coloured. */
export function languageOf(path: string): string | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase()
  const name = ending && (byEnding[ending] ?? ending)
  return name && lowlight.registered(name) ? name : undefined
}

type Node = ReturnType<typeof lowlight.highlight>['children'][number]

/** Code with a class for each kind of word; plain text where the language is not known. */
export function highlighted(text: string, language: string | undefined): ReactNode {
  if (!language || text.length > longest || !lowlight.registered(language)) return withMasks(text)
  return lowlight.highlight(language, text).children.map(render)
}

function render(node: Node, index: number): ReactNode {
  if (node.type === 'text') return withMasks(node.value)
  if (node.type !== 'element') return null
  const names = node.properties.className
  return (
    <span key={index} className={Array.isArray(names) ? names.join(' ') : ''}>
      {node.children.map((child, i) => render(child as Node, i))}
    </span>
  )
}
