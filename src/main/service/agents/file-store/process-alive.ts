/** Whether there is a process of that number. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another account is there and may not be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
