import { spawn } from 'node:child_process'

/**
 * Starts a virtual X display on a free number and answers it with a way to end it. Xvfb chooses the number itself and
 * writes it to a descriptor, so two at once never meet.
 */
export function startVirtualDisplay(size = '1600x1000x24') {
  return new Promise((resolve, reject) => {
    const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset']
    const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    child.once('error', (error) => reject(new Error(`No virtual display: ${error.message}`)))
    child.once('exit', (code) => reject(new Error(`The virtual display ended at once, with code ${code}.`)))
    child.stdio[3].once('data', (number) => {
      resolve({ display: `:${String(number).trim()}`, stop: () => child.kill() })
    })
  })
}
