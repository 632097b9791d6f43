import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildProcess } from '../../src/main/service/restore/testing/build-process.ts'
import { median, type Row } from './measure.ts'

const files = 1_000
const bytes = 100_000

interface Restoring {
  readonly floor: number
  readonly plan: number
  readonly apply: number
  /** Milliseconds of the processor in all threads. */
  readonly processor: { readonly floor: number; readonly apply: number }
}

/** What a restore of many files costs against writing the same bytes twice, once for the safety copy and once for the new content. */
export async function restoringRows(runs: number): Promise<Row[]> {
  const program = await buildProcess(
    new URL('../../src/main/service/restore/testing/restoring-process.ts', import.meta.url)
  )
  const results = Array.from({ length: runs }, () => {
    const out = execFileSync(process.execPath, [program, String(files), String(bytes)], { encoding: 'utf8' })
    return JSON.parse(out) as Restoring
  })
  rmSync(dirname(program), { recursive: true, force: true })
  const pick = (name: 'floor' | 'plan' | 'apply') => median(results.map((result) => result[name]))
  const processor = (name: 'floor' | 'apply') => median(results.map((result) => result.processor[name]))
  const times = processor('apply') / processor('floor')
  return [
    {
      name: `restore of ${files} files, ${(files * bytes) / 1_000_000} MB`,
      measured: pick('apply'),
      floor: pick('floor'),
      floorName: 'the same bytes written twice, one fsync a file',
      goal: 1.5,
      unit: 'ms',
      note: `planned in ${pick('plan').toFixed(0)} ms; processor time ${processor('apply').toFixed(0)} ms, ${times.toFixed(1)}x`
    }
  ]
}
