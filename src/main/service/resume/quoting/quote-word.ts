import type { ShellId } from '@shared/domain/resume'

/**
 * A word of a command line as that shell hands it to a program, byte for byte; in quotes only where it needs them. null where the shell has no
 * way to write it: a NUL in any, a line break in cmd.
 */
export function quoteWord(shell: ShellId, word: string): string | null {
  return word.includes('\0') ? null : quoters[shell](word)
}

const quoters: Readonly<Record<ShellId, (word: string) => string | null>> = {
  sh: (word) => (plain.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`),
  // In single quotes fish knows two escapes, and no others.
  fish: (word) => (plain.test(word) ? word : `'${word.replace(/[\\']/g, '\\$&')}'`),
  powershell: (word) => (bare.test(word) ? word : `'${word.replace(singleQuotes, '$&$&')}'`),
  cmd: quoteForCmd
}

/** Words that mean themselves in sh and fish. A leading `~`, `=` or `%` does not. */
const plain = /^[\w@:,./+-][\w@%+=:,./-]*$/
/** In PowerShell a comma, a colon and a leading `@` mean something, and a word that begins with a digit may be read as a number. */
const bare = /^(?:[A-Za-z_./\\][\w./\\-]*|--?[A-Za-z][\w-]*)$/
/** PowerShell takes the typographic ones for `'` as well. */
const singleQuotes = /['\u2018-\u201b]/g

/**
 * Two readers: cmd itself, and the program, which parts its line by the rules of the C runtime. The word is quoted for the second; then each sign
 * that means something to cmd gets a caret, quotes too, so that for cmd nothing is inside quotes and every caret counts.
 */
function quoteForCmd(word: string): string | null {
  return /[\r\n]/.test(word) ? null : withCarets(quoteForRuntime(word))
}

/** What cmd itself reads in quotes, such as a folder to change to: nothing in it is escaped for a second reader. */
export function quoteForBuiltIn(text: string): string | null {
  return /[\r\n\0]/.test(text) ? null : withCarets(`"${text}"`)
}

/**
 * The program at the beginning of a line for cmd. It is cmd itself that looks for it, so its quotes have to be quotes to cmd; a path of Windows
 * holds none.
 */
export function quoteCmdProgram(path: string): string | null {
  if (/[\r\n\0"]/.test(path)) return null
  return /^[\w.:\\/+-]+$/.test(path) ? path : `"${path}"`
}

function withCarets(text: string): string {
  return text.replace(/[()%!^"<>&|]/g, '^$&')
}

/** As the C runtime of Windows parts a command line: backslashes count only before a quote. */
export function quoteForRuntime(word: string): string {
  if (/^[^\s"&|<>^%!()]+$/.test(word)) return word
  return `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`
}
