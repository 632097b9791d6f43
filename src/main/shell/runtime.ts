import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Transport, transportFor } from './service-link'

/** What the About box and the log say of the program that runs us. */
export interface RuntimeFacts {
  readonly electron: string
  readonly chrome: string
  readonly node: string
  readonly fallbackRuntime: boolean
  readonly platform: string
  readonly transport: Transport
}

/** The fallback runtime of development carries a loader where a real Electron has its default app. */
export const isFallback = (resources: string | undefined) =>
  resources !== undefined && existsSync(join(resources, 'app', 'loader.js'))

export function runtimeFacts(transport: Transport = transportFor(process.versions['napi'])): RuntimeFacts {
  const { electron = '', chrome = '', node } = process.versions
  const fallbackRuntime = isFallback((process as { resourcesPath?: string }).resourcesPath)
  return { electron, chrome, node, fallbackRuntime, platform: `${process.platform}-${process.arch}`, transport }
}
