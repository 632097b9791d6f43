import type { ComparePart, Comparison, PartHead } from '@shared/domain/diff'
import { CircleAlert, Equal, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type ComparePoint, useCompare } from '../../state/compare-store'
import { useNavigation } from '../../state/navigation-store'
import { useWidthClass } from '../../state/width-class'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Note } from '../../ui/note'
import { ProgressBar } from '../../ui/progress-bar'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs'
import { count, counted } from '../../words/numbers'
import { CompareHeader } from './compare-header'
import { DiffList } from './diff-list'
import { differing, partNames } from './diff-words'
import { useComparison } from './use-comparison'

/** Two points beside each other, part by part. */
export function CompareView({ a, b }: { a: ComparePoint; b: ComparePoint }) {
  const { comparison, failure, reading, again } = useComparison(a, b)
  const close = useCompare((state) => state.close)
  useLeaving(close)
  useEscape(close)
  useRoom()
  return (
    <section aria-label="Comparison" className="@container flex h-full min-h-0 flex-col">
      <CompareHeader a={a} b={b} comparison={comparison} />
      {failure && (
        <EmptyState icon={CircleAlert} title={failure.message} action={<Button onClick={again}>Compare again</Button>}>
          {failure.advice}
        </EmptyState>
      )}
      {!failure && !comparison && <Reading entries={reading ?? 0} onCancel={close} />}
      {!failure && comparison && <Parts comparison={comparison} onGone={again} />}
    </section>
  )
}

/** Another session or page was asked for: that is what is shown then. */
function useLeaving(close: () => void): void {
  useEffect(
    () =>
      useNavigation.subscribe((next, last) => {
        if (next.session !== last.session || next.page !== last.page || next.tab !== last.tab) close()
      }),
    [close]
  )
}

/** In a narrow window the list of sessions gives way for as long as two points are compared; it can be brought back. */
function useRoom(): void {
  const narrow = useWidthClass() === 'narrow'
  useEffect(() => {
    const { listFolded, foldList } = useNavigation.getState()
    if (!narrow || listFolded) return
    foldList(true)
    return () => foldList(false)
  }, [narrow])
}

/** Escape goes back, unless something on top or another pane has a use for it. */
function useEscape(close: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      const isHere = target === document.body || target.closest('main') !== null
      if (event.key !== 'Escape' || event.defaultPrevented || !isHere) return
      event.preventDefault()
      close()
    }
    // Before the window, where Escape would go on to the list of sessions.
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [close])
}

/** A comparison that takes longer than this, in ms, says how far it is. */
const patience = 300

function Reading({ entries, onCancel }: { entries: number; onCancel: () => void }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (!late) return <div className="flex-1" aria-busy="true" />
  return (
    <div className="mx-auto flex w-420 max-w-full flex-1 flex-col justify-center gap-12 px-20" aria-busy="true">
      <p>Reading both sides, {counted(entries, 'entry', 'entries')} so far</p>
      <ProgressBar label="Reading both sides" done={entries} total={null} />
      <Button className="self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

function Parts({ comparison, onGone }: { comparison: Comparison; onGone: () => void }) {
  const { parts, notCompared } = comparison
  const first = parts.find((part) => differing(part) > 0) ?? parts[0]
  const [chosen, setChosen] = useState<ComparePart | undefined>(first?.part)
  const shown = parts.some(({ part }) => part === chosen) ? chosen : first?.part
  const words = parts.map((part) => `${partNames[part.part]}: ${counted(differing(part), 'difference')}`).join(', ')
  if (!shown) {
    return (
      <>
        <EmptyState icon={Equal} title="There is nothing to compare">
          Neither side holds anything that can be compared.
        </EmptyState>
        <NotCompared notCompared={notCompared} />
      </>
    )
  }
  return (
    <Tabs
      value={shown}
      onValueChange={(part) => setChosen(part as ComparePart)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div className="flex h-36 flex-none items-center border-b border-line px-20" data-region="tabs">
        <TabList aria-label="Parts of the comparison" className="flex h-full gap-20 max-[1000px]:gap-12">
          {parts.map((part) => (
            <Tab key={part.part} value={part.part} count={differing(part)}>
              {partNames[part.part]}
            </Tab>
          ))}
        </TabList>
      </div>
      <p role="status" className="sr-only">
        {words}
      </p>
      {parts.map((part) => (
        <TabPanel key={part.part} value={part.part} className="flex min-h-0 flex-1 flex-col outline-offset-[-3px]">
          <PartSummary head={part} />
          <DiffList
            key={`${comparison.id} ${part.part}`}
            id={comparison.id}
            part={part.part}
            changed={part.counts.changed}
            onGone={onGone}
          />
        </TabPanel>
      ))}
      <NotCompared notCompared={notCompared} />
    </Tabs>
  )
}

function PartSummary({ head: { counts } }: { head: PartHead }) {
  return (
    <p className="flex flex-none flex-wrap items-baseline gap-x-12 px-20 py-8 text-second tabular-nums">
      {counts.added > 0 && <span className="font-medium text-green">+{count(counts.added)} added</span>}
      {counts.removed > 0 && <span className="font-medium text-red">−{count(counts.removed)} removed</span>}
      {counts.changed > 0 && <span className="font-medium text-amber">~{count(counts.changed)} changed</span>}
      {counts.moved > 0 && <span className="font-medium text-accent">↕{count(counts.moved)} moved</span>}
      {counts.added + counts.removed + counts.changed + counts.moved === 0 && (
        <span className="text-text-2">Nothing differs</span>
      )}
      <span className="text-text-3">{count(counts.same)} in common</span>
    </p>
  )
}

function NotCompared({ notCompared }: Pick<Comparison, 'notCompared'>) {
  if (notCompared.length === 0) return null
  return (
    <div className="flex-none border-t border-line px-20 py-8">
      <Note icon={Info}>
        <ul aria-label="Not compared">
          {notCompared.map(({ what, because, partly }) => (
            <li key={what} className="[overflow-wrap:anywhere]">
              <span className="font-medium">{what}</span> {partly ? 'compared in part' : 'not compared'}: {because}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
