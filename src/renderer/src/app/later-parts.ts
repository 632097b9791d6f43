import { lazy } from 'react'

// What the first paint does not need comes after it: the transcript brings markdown and the colours of code with it.
const transcript = () => import('../features/transcript/transcript')
const checkpoints = () => import('../features/checkpoints/checkpoints-tab')
const compare = () => import('../features/diff/compare-view')
const config = () => import('../features/config/config-tab')
const findings = () => import('../features/findings/findings-tab')
const lineage = () => import('../features/lineage/lineage-tab')
const raw = () => import('../features/raw/raw-tab')

export const Transcript = lazy(() => transcript().then((part) => ({ default: part.Transcript })))
export const CheckpointsTab = lazy(() => checkpoints().then((part) => ({ default: part.CheckpointsTab })))
export const CompareView = lazy(() => compare().then((part) => ({ default: part.CompareView })))
export const ConfigTab = lazy(() => config().then((part) => ({ default: part.ConfigTab })))
export const FindingsTab = lazy(() => findings().then((part) => ({ default: part.FindingsTab })))
export const LineageTab = lazy(() => lineage().then((part) => ({ default: part.LineageTab })))
export const RawTab = lazy(() => raw().then((part) => ({ default: part.RawTab })))

/** Fetches the later parts while nothing else is to do, so that the first session opens as fast as the second. */
export function warmUp(): void {
  requestIdleCallback(() => {
    for (const part of [transcript, checkpoints, compare, config, findings, raw, lineage]) void part()
  })
}
