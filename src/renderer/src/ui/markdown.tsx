import { ImageOff } from 'lucide-react'
import { type ComponentProps, createElement, memo, type ReactNode } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { openLink } from '../state/start'
import { CodeBlock } from './code-block'
import { Icon } from './icon'
import { maskMarks } from './mask-marks'
import { TextMask } from './masked-text'
import { rawAsText } from './raw-as-text'

/** Only https leaves the window, and only after a click; other links are shown as what they are. */
function Link({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href?.startsWith('https://')) return <span title={href}>{children}</span>
  return (
    <a
      href={href}
      title={href}
      onClick={(event) => {
        event.preventDefault()
        openLink(href)
      }}
      className="rounded-badge text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent"
    >
      {children}
    </a>
  )
}

/** A picture that the text points to is not fetched: nothing is loaded because someone's text says so. */
function PictureName({ alt, src }: { alt?: string | undefined; src?: unknown }) {
  return (
    <span className="inline-flex items-center gap-4 text-text-3" title={typeof src === 'string' ? src : undefined}>
      <Icon of={ImageOff} size={13} />
      {alt || 'image'} (not loaded)
    </span>
  )
}

function Code({ className, children }: { className?: string | undefined; children?: ReactNode }) {
  return <code className={`inline-code ${className ?? ''}`}>{children}</code>
}

/** A fenced block. Its one child is the code element that the parser made. */
function Pre({ children }: ComponentProps<'pre'>) {
  const code = children as { props?: { className?: string; children?: ReactNode } } | undefined
  const language = /language-(\S+)/.exec(code?.props?.className ?? '')?.[1]
  return <CodeBlock text={plainText(code?.props?.children).replace(/\n$/, '')} language={language} />
}

function plainText(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  return Array.isArray(node) ? node.map(plainText).join('') : ''
}

/** The box of a task in a list: a sign, not a control. */
function TaskBox({ checked }: { checked?: boolean | undefined }) {
  return (
    <span role="img" aria-label={checked ? 'done' : 'open'} className="me-6 font-mono text-text-3">
      {checked ? '☑' : '☐'}
    </span>
  )
}

/** Each block by the direction of its own text: an answer may hold several languages. */
const block = (Name: 'p' | 'ul' | 'ol' | 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'td' | 'th') =>
  function Block({ node: _node, ...rest }: ComponentProps<typeof Name> & { node?: unknown }) {
    return createElement(Name, { dir: 'auto', ...rest })
  }

const components: Components & { readonly 'text-mask': typeof TextMask } = {
  'text-mask': TextMask,
  p: block('p'),
  ul: block('ul'),
  ol: block('ol'),
  h1: block('h1'),
  h2: block('h2'),
  h3: block('h3'),
  h4: block('h4'),
  h5: block('h5'),
  h6: block('h6'),
  td: block('td'),
  th: block('th'),
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ alt, src }) => <PictureName alt={alt} src={src} />,
  code: ({ className, children }) => <Code className={className}>{children}</Code>,
  pre: ({ children }) => <Pre>{children}</Pre>,
  input: ({ checked }) => <TaskBox checked={checked} />
}

/** Masks come last: the sanitiser takes nothing that it does not know. */
const plugins = [rawAsText, rehypeSanitize, maskMarks]

/** Text of an agent as markdown. HTML in it is shown as text, never run. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="prose read-text">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
})
