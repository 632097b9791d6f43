import type { Finding } from '@shared/domain/finding'
import { isQuotableName } from '../../../redaction/quotable-name'
import type { ShapeProblem } from '../format/shape-problems'
import type { InvariantProblem } from '../validation/validate-snapshot'

const unaffected = 'The other sessions are not affected.'
const shown = 'What Reprise could read of it is shown.'

/** A file that is no JSON document. `why` is what the crate says, with its place. */
export function notJson(path: string, why: string): Finding {
  return {
    code: 'a3s.session.not-json',
    severity: 'problem',
    what: `This session file is no JSON document: ${why}.`,
    where: path,
    still: unaffected,
    can: 'Look for a file of the same name with the ending .tmp beside it: it may hold the last complete save.'
  }
}

/** A file that is JSON, but not as strictly as the crate wants it. */
export function notStrict(path: string, why: string): Finding {
  return {
    code: 'a3s.session.strict-json',
    severity: 'problem',
    what: `a3s itself does not read this file: ${why}.`,
    where: path,
    still: shown
  }
}

export function noSession(path: string): Finding {
  return {
    code: 'a3s.session.no-session',
    severity: 'problem',
    what: 'This file has the name of a session, but holds no session.',
    where: path,
    still: unaffected
  }
}

export function unreadableFile(path: string, why: string): Finding {
  return { code: 'a3s.session.unreadable', severity: 'problem', what: `${why}.`, where: path, still: unaffected }
}

export function sealedWithoutKey(path: string): Finding {
  return {
    code: 'a3s.session.sealed',
    severity: 'notice',
    what: 'This session is encrypted and no key was given.',
    where: path,
    can: 'Give the key of this store: a file of mode 0600 that holds its 32 bytes as hex.'
  }
}

export function wrongKey(path: string): Finding {
  return {
    code: 'a3s.session.wrong-key',
    severity: 'problem',
    what: 'The key that was given does not open this session, or its bytes were changed.',
    where: path,
    can: 'Give the key that this store was opened with.'
  }
}

/** Where the document does not have the form that the crate wants; the crate refuses the whole document. */
export function badShape(path: string, { path: steps, message }: ShapeProblem): Finding {
  return {
    code: 'a3s.session.form',
    severity: 'problem',
    what: `a3s itself refuses this document: ${withoutContent(message, steps)}.`,
    where: `${path}: ${dotted(steps)}`,
    still: shown
  }
}

export function badVersion(path: string, message: string, newer: boolean): Finding {
  return {
    code: newer ? 'a3s.session.newer' : 'a3s.session.version',
    severity: 'problem',
    what: `${newer ? 'A newer a3s wrote this session' : 'a3s does not load this session'}: ${message}.`,
    where: path,
    still: shown
  }
}

export function durableBare(path: string): Finding {
  return {
    code: 'a3s.session.durable-bare',
    severity: 'problem',
    what: 'a3s does not load this session: one with a durable source needs the versioned envelope.',
    where: path,
    still: shown
  }
}

export function keyCollision(path: string, inside: string): Finding {
  return {
    code: 'a3s.session.key-collision',
    severity: 'problem',
    what: `The id inside the file is another one (${JSON.stringify(inside)}): a3s reports a key collision and does not load it.`,
    where: path,
    still: shown
  }
}

/** A broken rule of the snapshot. The store saves and loads such a session; resuming, restoring and forking refuse it. */
export function brokenRule(path: string, { rule, message, where }: InvariantProblem): Finding {
  return {
    code: `a3s.snapshot.rule-${rule}`,
    severity: 'notice',
    what: `a3s would refuse to take this session up again: ${message}.`,
    where: `${path}: ${where}`,
    still: 'The session can be read completely.'
  }
}

export function badFragment(path: string, why: string): Finding {
  return {
    code: 'a3s.fragment.unreadable',
    severity: 'problem',
    what: `A part of this session that is kept in a file of its own cannot be read: ${why}.`,
    where: path,
    still: 'The messages and the other parts are shown.'
  }
}

export function durableSource(path: string): Finding {
  return {
    code: 'a3s.session.durable-source',
    severity: 'info',
    what: 'This session depends on its effect log in the workspace; a copy of the store does not carry it.',
    where: path
  }
}

/** The crate repeats a wrong text in its message and lists all names that it knows; neither belongs into a finding. */
function withoutContent(message: string, steps: readonly (string | number)[]): string {
  return withoutUnknownWord(message, isConfiguration(steps))
    .replace(/string "(?:[^"\\]|\\.)*"/, 'text')
    .replace(/(integer|floating point) `[^`]*`/, 'the $1')
    .replace(/(?:, expected one of )(?:`[^`]*`, ){8,}`[^`]*`$/, '')
}

/** The word in "unknown variant `word`, expected …" stays only where it names a kind; in a configuration it may be a key. */
function withoutUnknownWord(message: string, isSetting: boolean): string {
  const start = /^unknown (?:variant|field) `/.exec(message)?.[0]
  const end = message.lastIndexOf('`, expected ')
  if (start === undefined || end < start.length) return message
  const word = message.slice(start.length, end)
  return !isSetting && isQuotableName(word) ? message : `${start.slice(0, -2)}${message.slice(end + 1)}`
}

function isConfiguration(steps: readonly (string | number)[]): boolean {
  return steps.some((step) => step === 'config' || step === 'llm_config')
}

/** How many further problems of one kind are not listed one by one. */
export function andMore(code: string, path: string, count: number): Finding {
  return { code, severity: 'problem', what: `There are ${count} more places like these.`, where: path }
}

/** A key that could be more than a name is left out. */
function shownKey(key: string): string {
  return isQuotableName(key) ? key : '…'
}

export function dotted(steps: readonly (string | number)[]): string {
  let text = ''
  for (const step of steps)
    text += typeof step === 'number' ? `[${step}]` : text === '' ? shownKey(step) : `.${shownKey(step)}`
  return text === '' ? 'the document' : text
}
