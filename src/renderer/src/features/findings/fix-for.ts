import type { Finding } from '@shared/domain/finding'
import type { Fix } from '@shared/domain/repair'
import type { MendPhase } from '../../state/mend-store'

/** The mendings that are known so far. */
export function fixesOf(phase: MendPhase): readonly Fix[] {
  return 'fixes' in phase ? phase.fixes : []
}

/** The mending that answers a finding: of several for its kind the one that is about the same place. */
export function fixFor(fixes: readonly Fix[], { code, where }: Pick<Finding, 'code' | 'where'>): Fix | undefined {
  const own = fixes.filter(({ findings }) => findings.includes(code))
  return own.find((fix) => fix.where.some((place) => isSamePlace(place, where))) ?? own[0]
}

/** Both name a path first; what follows (bytes, a row) may differ. */
function isSamePlace(place: string, where: string | undefined): boolean {
  const path = place.split(', ')[0] ?? place
  return where !== undefined && (where === path || where.startsWith(`${path},`))
}

export function fixElement({ id }: Pick<Fix, 'id'>): string {
  return `mending-${encodeURIComponent(id)}`
}

/** Puts the focus on a mending's box, which brings it into view. */
export function goToFix(fix: Fix): void {
  const box = document.getElementById(fixElement(fix))?.querySelector<HTMLElement>('[role="checkbox"]')
  box?.scrollIntoView({ block: 'center' })
  box?.focus()
}
