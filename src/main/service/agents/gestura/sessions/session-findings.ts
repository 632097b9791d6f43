import type { Finding } from '@shared/domain/finding'
import type { ShapeProblem } from '../../../json/check-shape'

/** The first problems of a document in one line, with their places and never with content. */
export function problemText(problems: readonly ShapeProblem[]): string {
  const shown = problems.slice(0, 3).map(({ path, problem }) => (path === '' ? problem : `${path}: ${problem}`))
  const more = problems.length - shown.length
  return `${shown.join('; ')}${more > 0 ? ` and ${more} more` : ''}`
}

export function refusedSession(path: string, problems: readonly ShapeProblem[]): Finding {
  return {
    code: 'gestura.session.refused',
    severity: 'problem',
    what: `gestura skips this session file without a word: ${problemText(problems)}.`,
    where: path,
    still: 'What Reprise could read of it is shown.',
    can: 'Where its characters are all that is wrong, it can be mended; else put the session back to a checkpoint, which writes the file anew.'
  }
}

export function unreadableFile(path: string, reason: string): Finding {
  return {
    code: 'gestura.session.unreadable',
    severity: 'problem',
    what: `This session file cannot be read: ${reason}.`,
    where: path,
    still: 'The other sessions are not affected.',
    can: 'If the session has checkpoints, put it back to one of them: that writes the file anew.'
  }
}

export function otherName(path: string, id: string): Finding {
  return {
    code: 'gestura.session.file-name',
    severity: 'notice',
    what: `The file has another name than the id in it (${id}): gestura lists the session, but does not find it when it is opened.`,
    where: path,
    can: 'It can be given the right name, as a mending.'
  }
}

export function unfitSessionId(path: string, reason: string): Finding {
  return {
    code: 'gestura.session.id',
    severity: 'notice',
    what: `gestura lists this session, but refuses to open or save it: its id cannot name a file, ${reason}.`,
    where: path
  }
}

export function hiddenByNewer(path: string, shownPath: string): Finding {
  return {
    code: 'gestura.session.two-layouts',
    severity: 'notice',
    what: 'A session of this id lies in two places. The one that gestura reads first is shown, and this file is left out.',
    where: path,
    still: `The shown one lies in ${shownPath}.`
  }
}

export function unreadableFolder(path: string, reason: string): Finding {
  return {
    code: 'gestura.folder.unreadable',
    severity: 'problem',
    what: `This folder cannot be listed: ${reason}.`,
    where: path,
    can: 'Give yourself permission to read it, then scan again.'
  }
}

export function guiFileRefused(path: string, problems: readonly ShapeProblem[]): Finding {
  return {
    code: 'gestura.gui-sessions.refused',
    severity: 'problem',
    what: `gestura leaves this file of its oldest GUI alone and imports nothing from it: ${problemText(problems)}.`,
    where: path
  }
}
