import { compareBytes } from './compare-bytes'
import { inRange, integerOf } from './number-text'
import { oneOf, unexpected } from './rust-words'
import type { Shape, StructShape } from './shape'
import { timeText } from './time-text'
import { type Members, memberOf, membersOf, numberToken, spelledMembersOf } from './value-access'

/** One place of a document that the crate does not accept, with the crate's own words. */
export interface ShapeProblem {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/**
 * `value`: the text was parsed to a generic value first (session files, fragments): keys come sorted, of repeated ones the
 * last counts. `direct`: parsed straight to the type (log lines, the lease): file order, and a repeated field is an error.
 */
export type ParsedBy = 'value' | 'direct'

const atMost = 500

/** Everything in a document that does not fit, in the order in which the crate looks; the first is what it would say. */
export function shapeProblems(shape: Shape, value: unknown, parsedBy: ParsedBy = 'value'): readonly ShapeProblem[] {
  const search = new ProblemSearch(parsedBy)
  search.look(shape, value)
  return search.found
}

class ProblemSearch {
  readonly found: ShapeProblem[] = []
  private readonly path: (string | number)[] = []
  private readonly parsedBy: ParsedBy

  constructor(parsedBy: ParsedBy) {
    this.parsedBy = parsedBy
  }

  look(shape: Shape, value: unknown): void {
    switch (shape.is) {
      case 'list':
        this.list(value, shape.of)
        break
      case 'map':
        this.map(value, shape.of)
        break
      case 'struct':
        this.struct(value, shape)
        break
      case 'tagged':
        this.tagged(value, shape.tag, shape.variants)
        break
      case 'either':
        this.either(value, shape.of, shape.name)
        break
      case 'optional':
        if (value !== null) this.look(shape.of, value)
        break
      case 'text or':
        if (typeof value !== 'string') this.struct(value, shape.of)
        break
      default:
        this.scalar(shape, value)
    }
  }

  private scalar(shape: Shape, value: unknown): void {
    if (shape.is === 'text') this.expect(typeof value === 'string', value, 'a string')
    else if (shape.is === 'flag') this.expect(typeof value === 'boolean', value, 'a boolean')
    else if (shape.is === 'float') this.expect(numberToken(value) !== undefined, value, `f${shape.bits}`)
    else if (shape.is === 'as found') this.expect(membersOf(value) !== undefined, value, 'a map')
    else if (shape.is === 'integer') this.integer(value, shape.type)
    else if (shape.is === 'choice') this.choice(value, shape.values)
    else if (shape.is === 'time') this.time(value)
  }

  private report(message: string): void {
    if (this.found.length < atMost) this.found.push({ path: [...this.path], message })
  }

  private expect(fits: boolean, value: unknown, expected: string): void {
    if (!fits) this.report(`invalid type: ${unexpected(value)}, expected ${expected}`)
  }

  private at(step: string | number, look: () => void): void {
    this.path.push(step)
    look()
    this.path.pop()
  }

  private integer(value: unknown, type: Parameters<typeof inRange>[1]): void {
    const integer = integerOf(numberToken(value) ?? '')
    if (integer === null) this.expect(false, value, type)
    else if (!inRange(integer, type)) this.report(`invalid value: ${unexpected(value)}, expected ${type}`)
  }

  private time(value: unknown): void {
    if (typeof value !== 'string') this.expect(false, value, 'an RFC 3339 formatted date and time string')
    else if (timeText(value) === null) this.report('input contains invalid characters')
  }

  private choice(value: unknown, values: readonly string[]): void {
    if (typeof value !== 'string') this.expect(false, value, 'string or map')
    else if (!values.includes(value)) this.report(`unknown variant \`${value}\`, expected ${oneOf(values)}`)
  }

  private list(value: unknown, of: Shape): void {
    if (!Array.isArray(value)) this.expect(false, value, 'a sequence')
    else for (const [index, item] of value.entries()) this.at(index, () => this.look(of, item))
  }

  private map(value: unknown, of: Shape): void {
    const members = membersOf(value)
    if (members === undefined) this.expect(false, value, 'a map')
    else for (const [key, inner] of members) this.at(key, () => this.look(of, inner))
  }

  private either(value: unknown, shapes: readonly Shape[], name: string): void {
    const fits = shapes.some((shape) => shapeProblems(shape, value, this.parsedBy).length === 0)
    if (!fits) this.report(`data did not match any variant of untagged enum ${name}`)
  }

  private tagged(value: unknown, tag: string, variants: Readonly<Record<string, StructShape>>): void {
    const names = Object.keys(variants)
    const members = this.inOrder(value)
    const name = memberOf(value, tag)
    const variant = typeof name === 'string' && Object.hasOwn(variants, name) ? variants[name] : undefined
    if (members === undefined) {
      this.expect(false, value, `internally tagged enum ${variants[names[0] ?? '']?.name ?? ''}`)
    } else if (name === undefined) this.report(`missing field \`${tag}\``)
    else if (typeof name !== 'string') this.at(tag, () => this.expect(false, name, 'variant identifier'))
    else if (variant === undefined) {
      this.at(tag, () => this.report(`unknown variant \`${name}\`, expected ${oneOf(names)}`))
    } else this.fields(members, variant, tag)
  }

  private struct(value: unknown, shape: StructShape): void {
    const members = this.inOrder(value)
    if (members !== undefined) this.fields(members, shape, null)
    else if (!Array.isArray(value)) this.expect(false, value, `struct ${shape.name}`)
    else {
      // serde reads a struct from a list as well, field by field; only a list that is too short has a message of its own.
      const missing = shape.fields.findIndex((field, index) => index >= value.length && field.absent === 'error')
      const length = missing < 0 ? value.length : missing
      this.report(`invalid length ${length}, expected struct ${shape.name} with ${shape.fields.length} elements`)
    }
  }

  private fields(members: Members, shape: StructShape, tag: string | null): void {
    const seen = new Set<string>()
    for (const [key, value] of members) {
      if (key === tag) continue
      const field = shape.fields.find((candidate) => candidate.name === key || candidate.alias === key)
      if (field === undefined) {
        if (shape.closed) {
          const names = shape.fields.map((candidate) => candidate.name)
          this.at(key, () => this.report(`unknown field \`${key}\`, expected ${oneOf(names)}`))
        }
        continue
      }
      if (seen.has(field.name)) this.at(key, () => this.report(`duplicate field \`${field.name}\``))
      seen.add(field.name)
      this.at(key, () => this.look(field.shape, value))
    }
    for (const field of shape.fields) {
      if (field.absent === 'error' && !seen.has(field.name)) this.report(`missing field \`${field.name}\``)
    }
  }

  /** Members in the order in which the crate meets them; undefined when the value is no object. */
  private inOrder(value: unknown): Members | undefined {
    if (this.parsedBy === 'direct') return spelledMembersOf(value)
    return membersOf(value)?.toSorted(([a], [b]) => compareBytes(a, b))
  }
}
