/** One line about what set-up does. On stderr, so that a command's own output stays clean. */
export function say(line) {
  process.stderr.write(`set-up: ${line}\n`)
}

/** Ends set-up: what could not be done, and the command that the person can run. */
export class SetupProblem extends Error {
  constructor(what, command) {
    super(command ? `${what}\nRun this, then try again:\n\n    ${command}\n` : what)
    this.name = 'SetupProblem'
  }
}
