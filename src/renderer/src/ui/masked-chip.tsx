import { EyeOff } from 'lucide-react'
import { Icon } from './icon'

/** Stands where a secret is. The hatch means hidden; what is behind it never reaches the page. */
export function MaskedChip({ kind }: { kind: string }) {
  return (
    <span className="hatch inline-flex h-19 items-center gap-5 rounded-badge px-7 align-middle font-sans text-small leading-none font-medium whitespace-nowrap text-text-2 shadow-[inset_0_0_0_1px_var(--line-2)]">
      <Icon of={EyeOff} size={12} />
      masked: {kind}
    </span>
  )
}
