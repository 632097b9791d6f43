/** The models that tact 0.8.3 resumes; it refuses sessions of every other one (format: "Resuming from the command line"). */
export const knownModels: ReadonlySet<string> = new Set(['gpt-6.1-sol', 'gpt-6-luna', 'gpt-6-astra'])
