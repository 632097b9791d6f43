import type { Shape } from '../../../json/shape'
import { canonicalUuid } from '../checkpoints/uuid'
import { canonicalTimestamp, isTimestamp } from '../reading/timestamp'

/** `DateTime<Utc>`. */
export const time: Shape = {
  kind: 'format',
  name: 'time with an offset',
  accepts: isTimestamp,
  canonical: (text) => canonicalTimestamp(text) ?? text
}

/** `Uuid`: only checkpoint ids are of this type. */
export const uuid: Shape = {
  kind: 'format',
  name: 'UUID',
  accepts: (text) => canonicalUuid(text) !== null,
  canonical: (text) => canonicalUuid(text) ?? text
}
