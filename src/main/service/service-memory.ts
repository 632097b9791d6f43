/**
 * What the process of the service is started with, for the C library: each of its threads would get areas of memory of its own, which are filled once and
 * never given back. The service takes it out of its environment again, so that no program which it starts inherits it.
 */
export const serviceMemory: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' }

/** Takes it out of an environment. */
export function withoutServiceMemory(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(serviceMemory)) delete env[name]
}
