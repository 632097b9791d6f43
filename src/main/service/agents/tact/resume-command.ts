import type { SourceLocation } from '../adapter'
import { storePaths } from './store-paths'

/** How a session is resumed (format page, section 7): without a shell, in its own folder, with the configuration of its store. */
export function resumeCommand(
  source: Pick<SourceLocation, 'root' | 'extra'>,
  session: string,
  workspace: string
): { readonly command: readonly string[]; readonly cwd: string } {
  const { config } = storePaths(source)
  return {
    command: ['tact', '--config', config, '--workspace', workspace, '--resume', session],
    cwd: workspace
  }
}

/** The same as a line for a shell, in that folder; the default store needs no `--config`. */
export function resumeHint(source: Pick<SourceLocation, 'root' | 'extra' | 'origin'>, session: string): string {
  const config = source.origin === 'default' ? [] : ['--config', storePaths(source).config]
  return ['tact', ...config, '--resume', session].map(shellWord).join(' ')
}

/** A word as a POSIX shell takes it, in quotes only where it needs them. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
