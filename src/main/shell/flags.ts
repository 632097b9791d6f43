/** What the person gave on the command line that starts the window. */
export interface Flags {
  /** Start without showing the window. */
  readonly hidden: boolean
  /** Bring up the quick-resume window: for keys that the desktop itself gives to a command. */
  readonly quick: boolean
  /** Arguments that belong to the service: places of agents, keys of sealed stores. */
  readonly service: readonly string[]
}

const forService = ['--root', '--key-file']

/** Reads the flags that are ours; Chromium's and Electron's own are left to them. */
export function parseFlags(argv: readonly string[]): Flags {
  const service: string[] = []
  for (const [index, argument] of argv.entries()) {
    const name = forService.find((flag) => argument === flag || argument.startsWith(`${flag}=`))
    if (!name) continue
    const value = argument === name ? argv[index + 1] : argument.slice(name.length + 1)
    if (value !== undefined) service.push(name, value)
  }
  return { hidden: argv.includes('--hidden'), quick: argv.includes('--quick-resume'), service }
}
