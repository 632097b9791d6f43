import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Count } from './count'

export const Tabs = Radix.Root
export const TabList = Radix.List

/** One tab; `count` is shown when there is something to count. */
export function Tab({
  value,
  children,
  count
}: {
  value: string
  children: ReactNode
  count?: number | null | undefined
}) {
  return (
    <Radix.Trigger
      value={value}
      className="relative inline-flex h-full items-center gap-7 font-medium whitespace-nowrap text-text-2 hover:text-text data-[state=active]:text-text data-[state=active]:after:absolute data-[state=active]:after:inset-x-0 data-[state=active]:after:-bottom-1 data-[state=active]:after:h-2 data-[state=active]:after:rounded-full data-[state=active]:after:bg-accent"
    >
      {children}
      {count ? <Count of={count} /> : null}
    </Radix.Trigger>
  )
}

/** What a tab shows. It is mounted only while its tab is chosen. */
export function TabPanel({ value, children, className }: { value: string; children: ReactNode; className?: string }) {
  return (
    <Radix.Content value={value} className={className ?? 'min-h-0 flex-1 outline-offset-[-3px]'} data-region="content">
      {children}
    </Radix.Content>
  )
}
