import { z } from 'zod'
import { Finding } from './finding'

/**
 * One value of an agent's configuration after masking. Exactly one of `value` and `masked` is set. The mask is made in the
 * service; nothing can ask for the value behind it.
 */
export const ConfigEntry = z.object({
  /** Dotted path with `[n]` for list items, such as `hooks.hooks[0].command.args[1]`. */
  key: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  masked: z
    .object({
      /** What it looks like: `api key`, `token`, `password`, `private key`, `url with credentials`, `unlisted text`, ... */
      kind: z.string(),
      /** Why it is masked. */
      because: z.enum(['known field', 'name', 'value', 'not on the list of plain settings'])
    })
    .optional()
})
export type ConfigEntry = z.infer<typeof ConfigEntry>

/** One configuration file, or the configuration that a session or checkpoint carries. */
export const ConfigDocument = z.object({
  /** What it is: `config.yaml`, `config.toml`, `session config`, `auth.json (presence only)`. */
  name: z.string(),
  path: z.string().nullable(),
  present: z.boolean(),
  entries: z.array(ConfigEntry),
  findings: z.array(Finding)
})
export type ConfigDocument = z.infer<typeof ConfigDocument>
