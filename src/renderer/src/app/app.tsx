import { useEffect, useState } from 'react'
import { AboutDialog } from '../features/about/about-dialog'
import { KeepSheet } from '../features/capture/keep-sheet'
import { CompareSheet } from '../features/diff/compare-sheet'
import { ExportSheet } from '../features/export/export-sheet'
import { FirstRun } from '../features/first-run/first-run'
import { NothingFound } from '../features/first-run/nothing-found'
import { DropOverlay } from '../features/import/drop-overlay'
import { ImportSheet } from '../features/import/import-sheet'
import { LeaseBar } from '../features/lease/lease-bar'
import { TakeOverDialog } from '../features/lease/take-over-dialog'
import { Palette } from '../features/palette/palette'
import { RecoveryBar } from '../features/recovery/recovery-bar'
import { RestoreSheet } from '../features/restore/restore-sheet'
import { ResumeNews } from '../features/resume/resume-news'
import { ResumeSheet } from '../features/resume/resume-sheet'
import { SettingsDialog } from '../features/settings/settings-dialog'
import { CopyLabelSheet } from '../features/vault/copy-label-sheet'
import { useLibraryStore } from '../state/library-store'
import { healthOfSources } from '../state/source-health'
import { TooltipProvider } from '../ui/tooltip'
import { commands } from './commands'
import { importOfPath } from './import-of-path'
import { KeysSheet } from './keys-sheet'
import { warmUp } from './later-parts'
import { LibraryNote } from './library-note'
import { LibraryProblem } from './library-problem'
import { LiveRegions } from './live-regions'
import { Panes } from './panes'
import { ServiceBanner } from './service-banner'
import { StatusBar } from './status-bar'
import { TitleBar } from './title-bar'
import { useWindowKeys } from './window-keys'

/** The whole window. */
export function App() {
  useWindowKeys()
  // Until the list is there, what comes later would only be in its way.
  const listed = useLibraryStore((state) => state.info !== undefined && state.facets !== undefined)
  useEffect(() => {
    if (listed) warmUp()
  }, [listed])
  return (
    <TooltipProvider delayDuration={500} skipDelayDuration={200}>
      <div className="flex h-full flex-col bg-page">
        <TitleBar />
        <ServiceBanner />
        <LibraryNote />
        <LeaseBar />
        <RecoveryBar />
        <Stage />
        <ResumeNews />
        <StatusBar />
      </div>
      <SettingsDialog />
      <AboutDialog />
      <KeysSheet />
      <KeepSheet />
      <CompareSheet />
      <CopyLabelSheet />
      <ExportSheet />
      <ImportSheet />
      <RestoreSheet />
      <ResumeSheet />
      <TakeOverDialog />
      <Palette commands={commands} commandOf={importOfPath} />
      <LiveRegions />
      <DropOverlay />
    </TooltipProvider>
  )
}

/** The three panes, or what stands for them while there is nothing to list. */
function Stage() {
  const info = useLibraryStore((state) => state.info)
  const facets = useLibraryStore((state) => state.facets)
  const failure = useLibraryStore((state) => state.failure)
  const running = useLibraryStore((state) => state.scan?.running) ?? info?.scanning ?? false
  // A place that is there and cannot be read is no place where nothing was found: the panes name it and say why.
  const inTrouble = useLibraryStore((state) => ['attention', 'broken'].includes(healthOfSources(state.sources ?? [])))
  if (failure && !facets) return <LibraryProblem failure={failure} />
  if (!info || !facets) return <main className="min-h-0 flex-1" aria-busy="true" />
  if (facets.all > 0 || inTrouble) return <Panes />
  return running ? <Looking /> : <NothingFound />
}

/** A first look that takes longer than this is shown as what it is. */
const patience = 1200

function Looking() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="flex min-h-0 flex-1 flex-col bg-page" aria-busy={!late}>
      {late && <FirstRun />}
    </main>
  )
}
