import { JsonNumber, JsonObject } from './json-value'
import type { Field, Shape, StructShape } from './shape'

/** serde_json refuses what is nested deeper, except below keys that it ignores. */
export const deepestNesting = 127

/** One thing that the program's own reader would refuse. `path` is dotted with `[n]`, empty for the document itself. */
export interface ShapeProblem {
  readonly path: string
  readonly problem: string
}

export interface ShapeCheckOptions {
  /**
   * The value was a generic one before it was typed (it stands below an `anything`): repeated keys of structs pass, and depth
   * has been checked already.
   */
  readonly generic?: boolean
  /** Stop after so many problems. */
  readonly limit?: number
}

/**
 * Checks a value against a shape by serde's rules. Takes what `parseLossless` gives, and also what `JSON.parse` gives: then it
 * cannot see what depends on spelling (see `spellingMatters`).
 */
export function checkShape(value: unknown, shape: Shape, options: ShapeCheckOptions = {}): readonly ShapeProblem[] {
  const check = new ShapeCheck(options.generic ?? false, options.limit ?? 20)
  check.visit(value, shape, 0)
  return check.problems
}

class ShapeCheck {
  readonly problems: ShapeProblem[] = []
  private readonly path: (string | number)[] = []
  private readonly generic: boolean
  private readonly limit: number

  constructor(generic: boolean, limit: number) {
    this.generic = generic
    this.limit = limit
  }

  visit(value: unknown, shape: Shape, depth: number): void {
    if (this.problems.length >= this.limit) return
    switch (shape.kind) {
      case 'text':
        this.text(value)
        return
      case 'boolean':
        if (typeof value !== 'boolean') this.report(`true or false was expected, not ${kindOf(value)}`)
        return
      case 'integer':
        this.integer(value, shape.min, shape.max)
        return
      case 'single':
        if (numberOf(value) === undefined) this.report(`a number was expected, not ${kindOf(value)}`)
        else this.finite(value)
        return
      case 'anything':
        this.anything(value, depth)
        return
      case 'word':
        this.word(value, shape)
        return
      case 'format':
        if (this.text(value) && !shape.accepts(value as string)) this.report(`this is no ${shape.name}`)
        return
      case 'tagged':
        this.tagged(value, shape.variants, depth)
        return
      case 'list':
        if (Array.isArray(value)) this.each(value, shape.of, depth + 1)
        else this.report(`a list was expected, not ${kindOf(value)}`)
        return
      case 'map':
        this.map(value, shape.of, depth + 1)
        return
      case 'struct':
        this.struct(value, shape, depth + 1)
    }
  }

  private text(value: unknown): boolean {
    if (typeof value !== 'string') this.report(`text was expected, not ${kindOf(value)}`)
    else if (!value.isWellFormed()) this.report('half of a surrogate pair stands alone in this text')
    else return true
    return false
  }

  private integer(value: unknown, min: bigint, max: bigint): void {
    const spelled = spellingOf(value)
    if (spelled === undefined) this.report(`a whole number was expected, not ${kindOf(value)}`)
    else if (!/^-?\d+$/.test(spelled) || spelled === '-0')
      this.report('a number without fraction or exponent was expected')
    else if (BigInt(spelled) < min || BigInt(spelled) > max) this.report(`the number is not between ${min} and ${max}`)
  }

  private finite(value: unknown): void {
    if (!Number.isFinite(numberOf(value))) this.report('the number is beyond what a double holds')
  }

  private word(value: unknown, shape: Shape & { kind: 'word' }): void {
    let name = value
    const members = membersOf(value)
    // serde also reads a unit variant spelled as {"Word": null}.
    if (members?.length === 1 && members[0]?.[1] === null) name = members[0][0]
    if (typeof name !== 'string') this.report(`a word was expected, not ${kindOf(value)}`)
    else if (!shape.words.includes(name) && shape.aliases[name] === undefined) this.report('this word is not known')
  }

  private tagged(value: unknown, variants: Readonly<Record<string, Shape>>, depth: number): void {
    const members = membersOf(value)
    const only = members?.[0]
    if (members?.length !== 1 || only === undefined) {
      this.report('an object with exactly one key was expected')
      return
    }
    const variant = Object.hasOwn(variants, only[0]) ? variants[only[0]] : undefined
    if (variant === undefined) this.report('this variant is not known')
    else this.inside(only[0], only[1], variant, depth + 1)
  }

  private each(items: readonly unknown[], of: Shape, depth: number): void {
    if (this.tooDeep(depth)) return
    for (let index = 0; index < items.length && this.problems.length < this.limit; index += 1) {
      this.inside(index, items[index], of, depth)
    }
  }

  private map(value: unknown, of: Shape, depth: number): void {
    const members = membersOf(value)
    if (members === undefined) this.report(`an object was expected, not ${kindOf(value)}`)
    else if (!this.tooDeep(depth)) {
      for (const [key, inner] of members) {
        if (!key.isWellFormed()) this.report('half of a surrogate pair stands alone in a key')
        this.inside(key, inner, of, depth)
      }
    }
  }

  private struct(value: unknown, shape: StructShape, depth: number): void {
    if (this.tooDeep(depth)) return
    if (value instanceof JsonObject) this.spelledStruct(value, shape, depth)
    else if (isPlainObject(value)) {
      for (const field of shape.fields) this.field(field, value[field.key], depth)
    } else this.report(`an object was expected, not ${kindOf(value)}`)
  }

  private spelledStruct(value: JsonObject, shape: StructShape, depth: number): void {
    const counts = new Map<string, number>()
    for (const { key } of value.members) {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      if (!key.isWellFormed()) this.report('half of a surrogate pair stands alone in a key')
    }
    for (const field of shape.fields) {
      if (!this.generic && (counts.get(field.key) ?? 0) > 1) this.report(`the key ${field.key} stands there twice`)
      this.field(field, value.get(field.key), depth)
    }
  }

  private field(field: Field, value: unknown, depth: number): void {
    if (value === undefined) {
      if (field.presence === 'required') this.report(`the key ${field.key} is missing`)
      return
    }
    const mayBeNull = field.presence === 'nullable' || field.presence === 'omitted'
    if (value === null && mayBeNull) return
    this.inside(field.key, value, field.shape, depth)
  }

  private anything(value: unknown, depth: number): void {
    if (typeof value === 'string') this.text(value)
    else if (numberOf(value) !== undefined) this.finite(value)
    else if (Array.isArray(value)) this.each(value, { kind: 'anything' }, depth + 1)
    else if (membersOf(value)) this.map(value, { kind: 'anything' }, depth + 1)
  }

  private tooDeep(depth: number): boolean {
    // A hostile depth also has to end somewhere where the program itself would not look.
    const deep = depth > deepestNesting
    if (deep && !this.generic) this.report(`more than ${deepestNesting} lists and objects are nested`)
    return deep
  }

  private inside(key: string | number, value: unknown, shape: Shape, depth: number): void {
    this.path.push(key)
    this.visit(value, shape, depth)
    this.path.pop()
  }

  private report(problem: string): void {
    if (this.problems.length < this.limit) this.problems.push({ path: dotted(this.path), problem })
  }
}

function dotted(path: readonly (string | number)[]): string {
  let spelled = ''
  for (const part of path) {
    if (typeof part === 'number') spelled += `[${part}]`
    else spelled += spelled === '' ? part : `.${part}`
  }
  return spelled
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

function membersOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (value instanceof JsonObject) return value.members.map((member) => [member.key, member.value])
  return isPlainObject(value) ? Object.entries(value) : undefined
}

function numberOf(value: unknown): number | undefined {
  if (value instanceof JsonNumber) return value.value
  return typeof value === 'number' ? value : undefined
}

/** A plain number has lost its spelling: a safe integer counts as spelled like one, anything else by its value. */
function spellingOf(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text
  if (typeof value !== 'number') return undefined
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (numberOf(value) !== undefined) return 'a number'
  if (typeof value === 'boolean') return 'true or false'
  return typeof value === 'string' ? 'text' : 'an object'
}
