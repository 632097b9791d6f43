/** Keys for the configuration of sample homes: invented, and named so that nobody takes them for real ones. */
export const fakeSecrets = {
  anthropic: 'sk-ant-api03-sample-0000-not-a-real-key-4f1c',
  openai: 'sk-proj-sample-0000-not-a-real-key-91ab',
  database: 'postgres://tides:sample-password-7731@db.example.test/tides',
  tracker: 'glpat-sample0000notreal55',
  bearer: 'Bearer sample-bearer-0000-not-real',
  memory: 'sample-memory-token-0000-not-real'
} as const
