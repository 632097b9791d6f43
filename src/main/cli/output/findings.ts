import type { Finding } from '@shared/domain/finding'
import { plainPath, plainText } from './plain-text'

/** A finding as lines: what is the case, where, what is still there, what Reprise does, what the person can do. */
export function findingLines(findings: readonly Finding[], indent = ''): string[] {
  return findings.flatMap(({ severity, what, where, still, does, can }) => [
    `${indent}${severity === 'problem' ? '!' : '·'} ${plainText(what)}${where ? ` (${plainPath(where)})` : ''}`,
    ...[still, does, can].filter((text) => text !== undefined).map((text) => `${indent}  ${plainText(text)}`)
  ])
}
