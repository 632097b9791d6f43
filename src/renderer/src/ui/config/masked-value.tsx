import type { ConfigEntry } from '@shared/domain/config'
import { MaskedChip } from '../masked-chip'

const reasons: Readonly<Record<NonNullable<ConfigEntry['masked']>['because'], string>> = {
  'known field': 'a known secret field',
  name: 'its name says secret',
  value: 'it looks like a secret',
  'not on the list of plain settings': 'not known to be harmless'
}

/** What kind of secret it is and why it is masked. There is no way to see it. */
export function MaskedValue({ masked }: { masked: NonNullable<ConfigEntry['masked']> }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center justify-between gap-x-12 gap-y-2">
      <span role="img" aria-label={`masked, ${masked.kind}`}>
        <MaskedChip kind={masked.kind} />
      </span>
      <span className="text-second text-text-3">{reasons[masked.because]}</span>
    </span>
  )
}
