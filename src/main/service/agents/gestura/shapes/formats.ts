import type { Shape } from '../../../json/shape'
import { canonicalTimestamp } from '../timestamp'
import { canonicalUuid } from '../uuid'

/** `DateTime<Utc>`. */
export const time: Shape = { kind: 'format', name: 'time with an offset', canonical: canonicalTimestamp }

/** `Uuid`: only checkpoint ids are of this type. */
export const uuid: Shape = { kind: 'format', name: 'UUID', canonical: canonicalUuid }
