/** The tests that stop or fail changes; with CRASHTEST=full at every point, else at a part of them that is another one each day. */
export const crashTests = [
  'src/main/service/restore/kill.test.ts',
  'src/main/service/restore/crash.test.ts',
  'src/main/service/restore/faults.test.ts',
  'src/main/service/restore/vault-faults.test.ts',
  'src/main/service/restore/agents-killed.test.ts',
  'src/main/service/restore/more-agents-killed.test.ts',
  'src/main/service/restore/mending-killed.test.ts',
  'src/main/service/restore/prune-vault.test.ts',
  'src/main/service/restore/keep-killed.test.ts',
  'src/main/service/agents/tact/write/kill.test.ts',
  'src/main/service/agents/a3s/write/interrupted-save.test.ts',
  'src/main/service/agents/a3s/write/interrupted-change.test.ts',
  'src/main/service/lease/takeover.test.ts'
]
