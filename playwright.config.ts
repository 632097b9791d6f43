import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

/** Every test starts the real app with a home folder of its own, so they may run beside each other. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'e2e-results/traces',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Number(process.env['E2E_WORKERS'] ?? Math.min(4, availableParallelism())),
  // A busy machine that nobody watches: a second try, which the end of the run names. Not for people, who want to see the first failure.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: 'e2e-results/report.json' }]]
})
