import { VisuallyHidden as Radix } from 'radix-ui'

/** Text for assistive technology only. */
export const VisuallyHidden = Radix.Root
