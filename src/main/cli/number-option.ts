import { type OptionValues, textOption } from './command'
import { UsageError } from './usage-error'

/** A whole number of at least 1; undefined when the option was not given. */
export function numberOption(values: OptionValues, name: string): number | undefined {
  const text = textOption(values, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${name} takes a whole number from 1 on, not "${text}".`)
  return value
}
