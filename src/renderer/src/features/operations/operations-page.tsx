import { useState } from 'react'
import { useAnswer } from '../../state/answer'
import { useLibraryStore } from '../../state/library-store'
import { useVault } from '../../state/use-vault'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs'
import { HistoryTab } from './history-tab'
import { VaultTab } from './vault-tab'

type Part = 'history' | 'copies'

/** Every change that Reprise made, and the copies that it keeps of what was there before. */
export function OperationsPage() {
  const [part, setPart] = useState<Part>('history')
  const changes = useLibraryStore((state) => state.operations)
  const operations = useAnswer('operations.list', { limit: 500 }, changes)
  const copies = useVault()
  return (
    <>
      <header className="flex-none px-20 pt-13 pb-10" data-region="actions">
        <h1 className="pt-2 text-title font-semibold tracking-[-0.012em]">Operations</h1>
        <p className="mt-4 text-second text-text-2">
          Every change that Reprise made, newest first. What was there before is kept.
        </p>
      </header>
      <Tabs value={part} onValueChange={(next) => setPart(next as Part)} className="flex min-h-0 flex-1 flex-col">
        <div className="flex h-36 flex-none items-center border-b border-line px-20" data-region="tabs">
          <TabList aria-label="Parts of the operations" className="flex h-full gap-20">
            <Tab value="history" count={operations.value?.operations.length}>
              History
            </Tab>
            <Tab value="copies" count={copies.value?.total.copies}>
              Copies
            </Tab>
          </TabList>
        </div>
        <TabPanel value="history" className="flex min-h-0 flex-1 flex-col outline-offset-[-3px]">
          <HistoryTab operations={operations.value?.operations} error={operations.error} />
        </TabPanel>
        <TabPanel value="copies" className="min-h-0 flex-1 overflow-y-auto outline-offset-[-3px]">
          <VaultTab vault={copies.value} error={copies.error} />
        </TabPanel>
      </Tabs>
    </>
  )
}
