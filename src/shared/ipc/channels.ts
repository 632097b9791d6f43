/** Names of the few ipc channels between a page and the shell. Everything else is an operation or an event. */
export const channels = {
  /** Page to shell: one operation, answered by an envelope. */
  call: 'reprise:call',
  /** Page to shell: one job under a number that the page chose, answered by an envelope. */
  run: 'reprise:run',
  /** Page to shell: stop the job of that number. */
  cancel: 'reprise:cancel',
  /** Shell to page: progress of the job of that number. */
  progress: 'reprise:progress',
  /** Shell to page: an event of the contract. */
  event: 'reprise:event'
} as const
