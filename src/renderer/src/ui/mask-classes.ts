/** No higher than a line of code, so that masks move no lines. */
export const maskClasses =
  'hatch inline-flex h-16 items-center gap-4 rounded-badge px-5 align-text-bottom font-sans text-[11px] leading-none font-medium whitespace-nowrap text-text-2 shadow-[inset_0_0_0_1px_var(--line-2)]'
