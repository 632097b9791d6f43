import fc from 'fast-check'
import type { Damage } from './arbitrary-damage'

/** Sound JSON with wrong things in it: it reaches what is behind the parser, where damaged bytes do not. */
export function structuralDamage(): fc.Arbitrary<Damage> {
  const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  return fc
    .record({ line: where, other: where, path: fc.array(where, { minLength: 1, maxLength: 5 }), odd: oddValue(), how })
    .map(({ line, other, path, odd, how: change }) => (bytes) => {
      const text = bytes.toString('utf8')
      const whole = parsed(text)
      if (whole !== undefined) return Buffer.from(JSON.stringify(changed(whole, path, odd, change)))
      const lines = text.split('\n').filter(Boolean)
      return Buffer.from(`${inLines(lines, pick(lines, line), pick(lines, other), path, odd, change).join('\n')}\n`)
    })
}

const how = fc.constantFrom('replace', 'remove', 'rename', 'nest', 'double', 'swap', 'drop', 'repeat', 'link')
type How = 'replace' | 'remove' | 'rename' | 'nest' | 'double' | 'swap' | 'drop' | 'repeat' | 'link'

/** Values that a format does not expect where they stand. */
function oddValue(): fc.Arbitrary<unknown> {
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown
  return fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      -1e308,
      2 ** 53 + 2,
      '',
      ' ',
      '\u0000',
      '\ud800',
      '\udc00x'
    ),
    fc.constantFrom<unknown>(
      '9999-99-99T99:99:99Z',
      '../../etc',
      '/',
      'C:\\',
      'user',
      'assistant',
      'tool_result',
      '{}',
      '[]'
    ),
    fc.constantFrom<unknown>([], {}, [[]], [null], { text: 1 }, { type: 7 }, { content: { content: {} } }, [
      { type: 'text' }
    ]),
    fc.integer({ min: 50, max: 400 }).map(nested),
    fc.integer({ min: 1, max: 30_000 }).map((length) => 'x\u202e'.repeat(length)),
    fc.jsonValue({ maxDepth: 3 })
  )
}

function inLines(
  lines: readonly string[],
  at: number,
  other: number,
  path: readonly number[],
  odd: unknown,
  change: How
): readonly string[] {
  const line = lines[at] ?? ''
  const second = lines[other] ?? ''
  const put = (text: string) => lines.map((each, index) => (index === at ? text : each))
  if (change === 'drop') return lines.filter((_, index) => index !== at)
  if (change === 'repeat') return lines.flatMap((each, index) => (index === at ? [each, each] : [each]))
  if (change === 'swap') return lines.map((each, index) => (index === at ? second : index === other ? line : each))
  const value = parsed(line)
  if (value === undefined) return lines
  if (change === 'link') return put(JSON.stringify(linked(value, parsed(second))))
  return put(JSON.stringify(changed(value, path, odd, change)))
}

/** Ids of one record in the place of another one's: doubles, circles, and links that lead nowhere. */
function linked(value: unknown, other: unknown): unknown {
  if (!isObject(value) || !isObject(other)) return value
  const ids = ['uuid', 'id', 'parentUuid', 'parentId', 'messageId', 'sessionId', 'call_id', 'tool_use_id']
  const own = ids.filter((name) => name in value)
  const source = ids.map((name) => other[name]).find((id) => typeof id === 'string')
  const target = own[own.length - 1]
  return target === undefined || source === undefined ? value : { ...value, [target]: source }
}

/** A copy with something else at a path; the numbers of the path choose among what is there. */
function changed(value: unknown, [step = 0, ...rest]: readonly number[], odd: unknown, change: How): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = pick(value, step)
    if (rest.length === 0 && change === 'remove') return value.filter((_, index) => index !== at)
    if (rest.length === 0 && change === 'double') return [...value, value[at]]
    return value.map((each, index) => (index === at ? inner(each, rest, odd, change) : each))
  }
  if (!isObject(value)) return odd
  const names = Object.keys(value)
  const name = names[pick(names, step)]
  if (name === undefined) return odd
  const others = Object.entries(value).filter(([key]) => key !== name)
  if (rest.length === 0 && change === 'remove') return Object.fromEntries(others)
  // Not by assignment, which would set the prototype.
  if (rest.length === 0 && change === 'rename') return JSON.parse(withKey(others, '__proto__', value[name])) as unknown
  return Object.fromEntries([...others, [name, inner(value[name], rest, odd, change)]])
}

function inner(value: unknown, rest: readonly number[], odd: unknown, change: How): unknown {
  if (rest.length > 0 && typeof value === 'object' && value !== null) return changed(value, rest, odd, change)
  return change === 'nest' ? { value: [value] } : odd
}

function withKey(others: readonly (readonly [string, unknown])[], key: string, value: unknown): string {
  const members = [...others, [key, value] as const].map(
    ([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each) ?? 'null'}`
  )
  return `{${members.join(',')}}`
}

function pick(list: readonly unknown[], where: number): number {
  return Math.floor(where * list.length)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
