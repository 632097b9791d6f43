type Environment = Readonly<Record<string, string | undefined>>

/** Variables of ours and of the runtime around us, which programs of the person must not inherit. */
const ours = /^(REPRISE_|ELECTRON_|CHROME_DESKTOP$|NODE_OPTIONS$|NODE_CHANNEL_|npm_)/

/** The environment that agents, shells and terminals are started with: the person's, without what is ours. */
export function baseEnvironment(env: Environment, home: string): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !ours.test(name)) kept[name] = value
  }
  // Programs of Windows take the home from elsewhere, and some would prefer this one.
  if (process.platform !== 'win32') kept.HOME ??= home
  return kept
}
