import { createHmac, randomBytes } from 'node:crypto'
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads'

const place = 'reprise.masks'

/** Made anew for each run, and handed to the threads that it starts: what an id stands for cannot be told from the id. */
const runKey: string = (() => {
  const given = getEnvironmentData(place)
  if (typeof given === 'string') return given
  const made = randomBytes(32).toString('hex')
  setEnvironmentData(place, made)
  return made
})()

/** Names a secret for as long as this program runs. The same secret has the same id wherever it stands. */
export function maskId(secret: string): string {
  return createHmac('sha256', runKey).update(secret).digest('hex').slice(0, 8)
}
