import type { Finding } from '@shared/domain/finding'

/** A configuration as an adapter read it, before masking. Never leaves the service, is never logged or stored. */
export interface RawConfigDocument {
  readonly name: string
  readonly path: string | null
  readonly present: boolean
  /** Parsed value; undefined when there is nothing to show (missing, unreadable, presence only). */
  readonly root: unknown
  readonly findings: readonly Finding[]
}

/**
 * What an agent's folder knows about its own configuration. Patterns are dotted paths: `*` stands for one key or list item,
 * `**` for any number of them. Everything that no rule names is masked if it is text (design: "Secrets", deny by default).
 */
export interface ConfigRules {
  /** Paths that always hold a secret, with the kind that the chip shows. */
  readonly secret: readonly { readonly path: string; readonly kind: string }[]
  /**
   * Paths whose text may be shown as it is, if neither its name nor its value looks like a secret. Numbers, booleans and
   * null need no rule, but a secret name still masks them.
   */
  readonly plain: readonly string[]
  /**
   * Paths whose text may be shown only while it has a harmless form, such as a rule that names a program and nothing else. The form
   * must need time linear in the text.
   */
  readonly formed?: readonly { readonly path: string; readonly form: RegExp }[]
}
