import type { ConfigDocument } from '@shared/domain/config'
import { findingLines } from './findings'
import { plainLine } from './plain-text'

/** One document of a configuration, as people read it. */
export function configLines({ name, path, present, entries, findings }: ConfigDocument): string[] {
  const head = `${plainLine(name, 200)}${path ? `: ${path}` : ''}${present ? '' : ' (not there)'}`
  const values = entries.map(({ key, value, masked }) =>
    masked
      ? `  ${plainLine(key, 300)} = [${plainLine(masked.kind, 100)}, masked]`
      : `  ${plainLine(key, 300)} = ${typeof value === 'string' ? plainLine(value, 160) : value}`
  )
  return [head, ...values, ...findingLines(findings, '  ')]
}
