import { findSecretShapes } from './find-secret-shapes'

/**
 * The text with everything that looks like a secret replaced by `<masked kind>`. A second line of defence for log lines and
 * findings: what has no recognisable shape passes, so nobody may rely on it for configuration.
 */
export function maskText(text: string): string {
  let shown = ''
  let at = 0
  for (const shape of findSecretShapes(text)) {
    shown += `${text.slice(at, shape.start)}<masked ${shape.kind}>`
    at = shape.end
  }
  return shown + text.slice(at)
}
